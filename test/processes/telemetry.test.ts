/**
 * Nothing leaves the house: the neural runtime reports to its vendor unless told not to, and before it does, it leaves a
 * device id, a database of events and a log behind. What it leaves is what we look for.
 */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { projectFile } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()

/** Opens a network in a process with an empty home; `files` is what that process left there and in its temporary folder. */
async function openNetwork(how: 'ours' | 'bare', settings: Record<string, string>) {
  const place = mkdtempSync(path.join(folder, 'house-'))
  const [home, temporary] = [path.join(place, 'home'), path.join(place, 'tmp')]
  for (const name of [home, temporary]) mkdirSync(name)
  const env = {
    PATH: process.env.PATH,
    HOME: home,
    TMPDIR: temporary,
    TSX_DISABLE_CACHE: '1',
    // Whatever a bare runtime wants to report ends here: nothing listens on this port.
    https_proxy: 'http://127.0.0.1:9',
    ...settings,
  }
  const args = ['--import', 'tsx', projectFile('test/support/open-network.ts'), how]
  const { stdout } = await promisify(execFile)(process.execPath, args, { env, cwd: projectFile('.'), timeout: 50_000 })
  const entries = readdirSync(place, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  return { files, ...(JSON.parse(stdout) as { sockets: string[]; canSee: boolean }) }
}

test.each<Record<string, string>>([{}, { ORT_DISABLE_TELEMETRY: '0' }])(
  'the runtime leaves no file and opens no socket, with %o in the environment',
  async (settings) => {
    const { files, sockets, canSee } = await openNetwork('ours', settings)
    expect(files).toEqual([])
    if (process.platform !== 'linux') return console.log('Sockets are not looked at: only Linux has /proc.')
    expect(canSee).toBe(true)
    expect(sockets).toEqual([])
  },
)

test.runIf(process.platform === 'linux')(
  'loaded any other way it does leave files, so the test above can fail',
  async () => {
    const { files } = await openNetwork('bare', { ORT_DISABLE_TELEMETRY: '0' })
    expect(files).toEqual(expect.arrayContaining(['deviceid', 'onnxruntime.db']))
  },
)
