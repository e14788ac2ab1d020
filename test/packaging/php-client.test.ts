/** The PHP client: its own checks and the examples of its README, run by the system’s PHP against a started server. */
import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { PHOTO } from '../http/app.js'
import { projectFile } from '../support/project.js'
import { examplesIn, serverForClient } from './client-server.js'

const run = promisify(execFile)

const NEW_ENOUGH = "exit((int) (PHP_VERSION_ID < 80100 || !extension_loaded('curl')));"
const hasPhp = spawnSync('php', ['-r', NEW_ENOUGH]).status === 0
if (!hasPhp) console.warn('Skipped: the tests of the PHP client. They need php, 8.1 or later, with curl.')

const examples = await examplesIn('php')

describe.skipIf(!hasPhp)('the PHP client', () => {
  const { app, at } = serverForClient('php', ['Silhouette.php', 'test.php'])

  test('passes its own checks, without a warning', async () => {
    const { stdout, stderr } = await run('php', ['-d', 'display_errors=stderr', 'test.php'], at())
    expect(stderr).toBe('')
    expect(stdout).toBe('38 checks passed\n')
    expect(app.engine.seen[0]?.input).toEqual(PHOTO)
    expect(app.engine.seen[1]?.input).toEqual(PHOTO)
  })

  test('tries again with the same key, and takes the key nowhere else', async () => {
    const keys: unknown[] = []
    const other = createServer((request, response) => {
      request.resume().on('end', () => {
        keys.push(request.headers['idempotency-key'] ?? request.url)
        if (keys.length === 1) response.writeHead(429, { 'Retry-After': '0' }).end()
        else if (keys.length === 2) request.socket.destroy()
        else if (keys.length === 3) response.writeHead(201).end('{"url":"http://x/r"}')
        else response.writeHead(302, { Location: '/elsewhere' }).end()
      })
    })
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void other.close())
    const server = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const code = `require 'Silhouette.php'; $it = new Silhouette('${server}', 'k'); echo $it->remove('photo.jpg')['url'];
      try { $it->account(); } catch (SilhouetteException $error) { echo ' ', $error->status; }`
    expect((await run('php', ['-r', code], at())).stdout).toBe('http://x/r 302')
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0], keys[0], '/v1/account'])
  })

  test.each(examples.map((code, index) => [index + 1, code] as const))(
    'example %i of its README runs',
    async (_, code) => {
      const { stdout, stderr } = await run('php', ['-d', 'display_errors=stderr', '-r', code], at())
      expect(stderr).toBe('')
      expect(stdout).not.toBe('')
    },
  )
})

test('it stays a file that can be read', async () => {
  const source = await readFile(projectFile('clients/php/Silhouette.php'), 'utf8')
  expect(source.split('\n').length).toBeLessThan(300)
})

test('its README has examples', () => expect(examples).toHaveLength(3))
