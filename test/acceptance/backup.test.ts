/** A backup of a running server, restored elsewhere: the key works there, the result is served, the credit is spent. */
import { mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { runCli } from '../support/cli.js'
import { repositoryModels, samplePhoto } from '../support/project.js'
import { newDataDir, removeDataDir, startServer, type TestServer } from '../support/server.js'

const end = async (server: TestServer): Promise<void> => {
  server.signal('SIGTERM')
  await server.ended
}

test('a restored server goes on where the backup was taken', async () => {
  const photo = new Blob([await readFile(samplePhoto)])
  const send = async (server: TestServer, key: string): Promise<Response> => {
    const body = new FormData()
    body.append('image_file', photo, 'photo.jpg')
    body.append('size', 'full')
    return fetch(`${server.baseUrl}/v1/remove`, { method: 'POST', headers: { 'X-Api-Key': key }, body })
  }
  const pathOf = async (reply: Response): Promise<string> =>
    new URL(((await reply.json()) as { url: string }).url).pathname

  const [first, elsewhere] = [await newDataDir(), await mkdtemp(path.join(tmpdir(), 'silhouette-test-'))]
  const file = path.join(elsewhere, 'backup.tar')
  const restored = path.join(elsewhere, 'data')
  try {
    const before = await startServer(first, { QUALITY: 'fast' })
    const { key, email } = await before.newKey({ credits: 2 })
    const result = await pathOf(await send(before, key))
    expect(await before.cli('backup', file)).toContain('1 results')
    const picture = await (await fetch(before.baseUrl + result)).arrayBuffer()
    await expect(before.cli('restore', file), 'into the folder in use').rejects.toThrow(/is in use/)
    await end(before)
    const after = await restoreAndStart(restored, file)
    expect(await after.creditsOf(email)).toBe(1)
    expect(Buffer.from(await (await fetch(after.baseUrl + result)).arrayBuffer())).toEqual(Buffer.from(picture))
    expect((await send(after, key)).status).toBe(201)
    expect(await after.creditsOf(email)).toBe(0)
    await end(after)
  } finally {
    await removeDataDir(first)
    await rm(elsewhere, { recursive: true, force: true })
  }
})

async function restoreAndStart(dataDir: string, file: string): Promise<TestServer> {
  await mkdir(dataDir)
  await symlink(repositoryModels, path.join(dataDir, 'models'))
  expect(await runCli({ DATA_DIR: dataDir }, 'restore', file)).toMatchObject({ code: 0 })
  return startServer(dataDir, { QUALITY: 'fast' })
}
