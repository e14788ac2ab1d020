/** A stranger's first minute: start, paste the printed line, look. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataDir, removeDataDir, startServer, type TestServer } from '../support/server.js'
import { download, pixels } from './client.js'

let server: TestServer
let dataDir: string
let line: string

beforeAll(async () => {
  dataDir = await newDataDir()
  server = await startServer(dataDir)
  line = (await server.printed(/^\s*curl /)).trim()
})

afterAll(async () => {
  server?.signal('SIGTERM')
  await server?.ended
  await removeDataDir(dataDir)
})

const run = async (command: string) => {
  const { stdout } = await promisify(execFile)('sh', ['-c', `${command} -s -w '\\n%{http_code}'`])
  const [body, status] = stdout.split(/\n(?=\d+$)/) as [string, string]
  return { status: Number(status), body: JSON.parse(body) as { url: string; errors: { code: string } } }
}

test('the console shows pages, owner, how to set the password, and a curl line that works as printed', async () => {
  const text = server.output.join('\n')
  for (const part of [`${server.baseUrl}/docs`, 'owner@localhost', 'account password --email owner@localhost']) {
    expect(text).toContain(part)
  }
  const { status, body } = await run(line)
  expect(status).toBe(201)
  const picture = await pixels((await download(body.url)).bytes)
  expect([picture.width, picture.height, picture.channels]).toEqual([1920, 1537, 4])
  expect(picture.at(5, 5)[3]).toBe(0)
})

test('size=full takes the free credit; the second time there is none left', async () => {
  expect((await run(`${line} -F size=full`)).status).toBe(201)
  expect(await server.cli('credits', 'show', '--email', 'owner@localhost')).toBe('0')
  const second = await run(`${line} -F size=full`)
  expect([second.status, second.body.errors.code]).toEqual([402, 'not_enough_credit'])
})
