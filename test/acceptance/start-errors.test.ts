/** A server that cannot start says why and what to do, in one line. */
import { execFile } from 'node:child_process'
import { createServer } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productEnvironment, projectFile } from '../support/project.js'
import { newDataDir, removeDataDir } from '../support/server.js'

let dataDir: string

beforeAll(async () => {
  dataDir = await newDataDir()
})
afterAll(() => removeDataDir(dataDir))

/** What a failing start leaves on standard error, and its exit status. */
function failingStart(settings: Record<string, string>): Promise<{ code: unknown; lines: string[] }> {
  const env = productEnvironment({ DATA_DIR: dataDir, PORT: '0', ...settings })
  return new Promise((resolve) => {
    execFile(projectFile('bin/silhouette'), ['serve'], { env, timeout: 120_000 }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, lines: stderr.trim().split('\n') }),
    )
  })
}

async function withPort<T>(work: (port: number) => Promise<T>): Promise<T> {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  try {
    return await work((taken.address() as { port: number }).port)
  } finally {
    taken.close()
  }
}

test('the port is taken', () =>
  withPort(async (port) => {
    const { code, lines } = await failingStart({ PORT: String(port) })
    expect([code, lines]).toEqual([
      1,
      [expect.stringMatching(`^Cannot listen .*:${port}\\): .* set PORT to another port`)],
    ])
  }))

test('another server works in the data folder', async () => {
  const { lockExclusively } = await import('../../src/db/exclusive-lock.js')
  const lock = lockExclusively(path.join(dataDir, 'server.lock'))
  const { code, lines } = await failingStart({})
  lock.release()
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/^Another Silhouette server already works in .*: stop it, or set DATA_DIR/)],
  ])
})

test('the data folder cannot be used', async () => {
  const { code, lines } = await failingStart({ DATA_DIR: projectFile('package.json/data') })
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/^The data folder .* cannot be used \(ENOTDIR\): .*set DATA_DIR/)],
  ])
})

test('Node.js is too old', async () => {
  const older = "Object.defineProperty(process, 'version', { value: 'v20.9.0' })"
  const { code, lines } = await failingStart({
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(older)}`,
  })
  expect([code, lines]).toEqual([
    1,
    [expect.stringMatching(/^Silhouette needs Node.js 20.19 or later, and this is v20.9.0/)],
  ])
})
