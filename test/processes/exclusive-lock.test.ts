/** One server per data folder, tried with real processes. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { lockExclusively } from '../../src/db/exclusive-lock.js'
import { projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
const REFUSAL = 'Another Silhouette server already works in'
let count = 0
let children: ChildProcess[] = []

const newLockFile = (): string => path.join(folder, `data-${++count}`, 'server.lock')

/** Another process tries to take the lock; gives what it says. */
async function otherProcess(file: string): Promise<{ child: ChildProcess; says: string }> {
  const child = fork(projectFile('test/support/hold-lock.ts'), [file], { execArgv: ['--import', 'tsx'] })
  children.push(child)
  const [says] = (await once(child, 'message')) as [string]
  return { child, says }
}

afterEach(() => {
  for (const child of children) child.kill('SIGKILL')
  children = []
})

describe('the lock of a data folder', () => {
  test('is refused to a second process, and free as soon as the first releases it', async () => {
    const file = newLockFile()
    const lock = lockExclusively(file)
    const refused = await otherProcess(file)
    expect(refused.says).toBe(`${REFUSAL} ${path.dirname(file)}: stop it, or set DATA_DIR to another folder`)
    lock.release()
    expect((await otherProcess(file)).says).toBe('locked')
  })

  test('ends with its holder, even when that is killed', async () => {
    const file = newLockFile()
    const { child, says } = await otherProcess(file)
    expect(says).toBe('locked')
    expect(() => lockExclusively(file)).toThrow(REFUSAL)
    child.kill('SIGKILL')
    await once(child, 'exit')
    lockExclusively(file).release()
  })

  test('is refused within one process too', () => {
    const file = newLockFile()
    const lock = lockExclusively(file)
    expect(() => lockExclusively(file)).toThrow(REFUSAL)
    lock.release()
    lockExclusively(file).release()
  })

  test('leaves other data folders alone', () => {
    const locks = [lockExclusively(newLockFile()), lockExclusively(newLockFile())]
    for (const lock of locks) lock.release()
  })

  test('does not blame another server for a file that is damaged', () => {
    const file = path.join(folder, 'server.lock')
    writeFileSync(file, 'this is no lock file, '.repeat(100))
    expect(() => lockExclusively(file)).toThrow('file is not a database')
  })
})
