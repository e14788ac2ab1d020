/** A stranger's first minute: start, open the link, paste the printed command, look. */
import { execFile } from 'node:child_process'
import { lstat, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { productEnvironment, projectFile } from '../support/project.js'
import { newDataDir, removeDataDir, startServer, type TestServer } from '../support/server.js'
import { pixels } from './client.js'
import { Visitor } from './visitor.js'

let server: TestServer
let dataDir: string

beforeAll(async () => {
  dataDir = await newDataDir()
  server = await startServer(dataDir)
  await server.printed(/ remove /)
})

afterAll(async () => {
  server?.signal('SIGTERM')
  await server?.ended
  await removeDataDir(dataDir)
})

/** The printed command that ends like this, pasted into another terminal. */
const paste = async (ending: RegExp): Promise<string> => {
  const command = (await server.printed(ending)).trim().replace(/^Later: /, '')
  const { stdout } = await promisify(execFile)('sh', ['-c', command], {
    cwd: projectFile('.'),
    env: productEnvironment({}),
  })
  return stdout.trim()
}

const tokenIn = (link: string): string => {
  const [page, token = ''] = link.trim().split('#')
  expect(page).toBe(`${server.baseUrl}/sign-in-link`)
  return token
}

const open = async (token: string) => {
  const visitor = new Visitor(server.baseUrl)
  await visitor.session()
  return { visitor, answer: await visitor.send('POST', '/web/sign-in-link', { token }) }
}

test('the link goes to a terminal or into a private file, never into output that somebody collects', () => {
  expect(server.output.join('\n')).not.toContain('sign-in-link#')
  expect(server.output.join('\n')).toContain(path.join(path.basename(dataDir), 'first-link'))
})

test('it leads into the account page of the owner, an unlimited operator; once, and a new one ends it', async () => {
  const first = tokenIn(await readFile(path.join(dataDir, 'first-link'), 'utf8'))
  const second = tokenIn(await paste(/ link$/))
  expect((await open(first)).answer.status).toBe(404)
  const { answer } = await open(second)
  const { account } = (await answer.json()) as { account: object }
  expect(account).toMatchObject({ email: 'owner@localhost', operator: true, unlimited: true, hasPassword: false })
  expect((await open(second)).answer.status).toBe(404)
  expect(server.output.join('\n')).not.toContain(second)
})

test('the printed command makes a clean cut-out', async () => {
  const cutout = projectFile('cutout.png')
  try {
    await paste(/ remove .* cutout\.png$/)
    const picture = await pixels(await readFile(cutout))
    expect([picture.width, picture.height, picture.channels]).toEqual([1920, 1537, 4])
    expect(picture.at(5, 5)[3]).toBe(0)
  } finally {
    await rm(cutout, { force: true })
  }
})

test('nothing in the data folder is open to others, not even the folder', async () => {
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const names = entries
    .filter((entry) => !entry.isSymbolicLink())
    .map((entry) => path.join(entry.parentPath, entry.name))
  const modes = await Promise.all([dataDir, ...names].map(async (name) => [name, (await lstat(name)).mode & 0o077]))
  expect(names.map((name) => path.basename(name))).toEqual(
    expect.arrayContaining(['silhouette.db', 'silhouette.db-wal', 'server.lock', 'results', 'tmp', 'first-link']),
  )
  expect(modes.filter(([, open]) => open !== 0)).toEqual([])
})
