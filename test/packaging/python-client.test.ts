/** The Python client: its own tests and the examples of its README, run by the system's Python against a started server. */
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { PHOTO } from '../http/app.js'
import { examplesIn, serverForClient } from './client-server.js'

const run = promisify(execFile)

const OLD_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 9))'
const hasPython = spawnSync('python3', ['-c', OLD_ENOUGH]).status === 0
if (!hasPython) console.warn('Skipped: the tests of the Python client. They need python3, 3.9 or later.')

const examples = await examplesIn('python')

describe.skipIf(!hasPython)('the Python client', () => {
  const { app, at } = serverForClient('python', ['silhouette.py', 'test_silhouette.py'])

  test('passes its own tests, without a warning', async () => {
    const { stderr } = await run('python3', ['-W', 'error', '-m', 'unittest'], at())
    expect(stderr).toMatch(/^Ran 1\d tests in .*\n\nOK\n$/m)
    expect(app.engine.seen[0]?.input).toEqual(PHOTO)
    expect(app.engine.seen[5]?.input).toEqual(PHOTO)
  })

  test.each(examples.map((code, index) => [index + 1, code] as const))(
    'example %i of its README runs',
    async (_, code) => {
      const { stdout, stderr } = await run('python3', ['-c', code], at())
      expect(stderr).toBe('')
      expect(stdout).not.toBe('')
    },
  )
})

test('its README has examples', () => expect(examples).toHaveLength(3))
