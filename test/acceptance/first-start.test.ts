/** A stranger's first minute: start, paste the printed line, look. */
import { execFile } from 'node:child_process'
import { lstat, readdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { projectFile } from '../support/project.js'
import { newDataDir, removeDataDir, startServer, type TestServer } from '../support/server.js'
import { download, pixels } from './client.js'
import { Visitor } from './visitor.js'

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

test('one pasted command leads from the console to the signed-in account page of the owner, an operator', async () => {
  const command = (await server.printed(/account password/)).trim()
  const { stdout } = await promisify(execFile)('sh', ['-c', `echo 'correct horse battery' | ${command}`], {
    cwd: projectFile('.'),
  })
  expect(stdout).toContain(`${server.baseUrl}/sign-in`)
  const visitor = new Visitor(server.baseUrl)
  const { account } = await visitor.signIn('owner@localhost', 'correct horse battery')
  expect(account).toMatchObject({ email: 'owner@localhost', operator: true, balance: 1 })
  expect((await visitor.send('GET', '/web/operator/overview')).status).toBe(200)
})

test('the console shows pages, owner, and a curl line that works as printed', async () => {
  const text = server.output.join('\n')
  for (const part of [`${server.baseUrl}/sign-in`, `${server.baseUrl}/docs`, 'owner@localhost']) {
    expect(text).toContain(part)
  }
  const { status, body } = await run(line)
  expect(status).toBe(201)
  const picture = await pixels((await download(body.url)).bytes)
  expect([picture.width, picture.height, picture.channels]).toEqual([1920, 1537, 4])
  expect(picture.at(5, 5)[3]).toBe(0)
})

test('a key goes to a terminal or into a private file, never into output that somebody collects', () => {
  expect(server.output.join('\n')).not.toMatch(/sk_\w/)
  expect(server.output.join('\n')).toContain(path.join(path.basename(dataDir), 'first-key'))
})

test('nothing in the data folder is open to others, not even the folder', async () => {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const modes = await Promise.all([dataDir, ...names].map(async (name) => [name, (await lstat(name)).mode & 0o077]))
  expect(names.map((name) => path.basename(name))).toEqual(
    expect.arrayContaining(['silhouette.db', 'silhouette.db-wal', 'server.lock', 'results', 'tmp', 'first-key']),
  )
  expect(modes.filter(([, open]) => open !== 0)).toEqual([])
})

test('size=full takes the free credit; the second time there is none left', async () => {
  expect((await run(`${line} -F size=full`)).status).toBe(201)
  expect(await server.creditsOf('owner@localhost')).toBe(0)
  const second = await run(`${line} -F size=full`)
  expect([second.status, second.body.errors.code]).toEqual([402, 'not_enough_credit'])
})
