/** A backup of a running server, restored elsewhere: the key works there, the result is served, the credit is spent. */
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, inject, test } from 'vitest'
import { runCli } from '../support/cli.js'
import { operatorOf } from '../support/operator.js'
import { repositoryModels } from '../support/project.js'
import { startServer, type TestServer } from '../support/server.js'
import { blob, download, form, photo, remove, urlOf } from './client.js'

test('a restored server goes on where the backup was taken', async () => {
  const jpeg = await photo(320)
  const send = ({ baseUrl }: { baseUrl: string }, key: string): Promise<Response> =>
    remove(baseUrl, form({ image_file: blob(jpeg), size: 'full' }), { key })

  const elsewhere = await mkdtemp(path.join(tmpdir(), 'silhouette-test-'))
  const file = path.join(elsewhere, 'backup.tar')
  try {
    // The one that others use meanwhile: a backup may be taken at any time.
    const before = inject('sharedServer')
    const operator = operatorOf(before.settings)
    const { key, email } = await operator.newKey({ credits: 2 })
    const result = await urlOf(await send(before, key))
    expect(await operator.cli('backup', file)).toMatch(/[1-9]\d* results/)
    const picture = await download(result)
    await expect(operator.cli('restore', file), 'into the folder in use').rejects.toThrow(/is in use/)
    const after = await restoreAndStart(path.join(elsewhere, 'data'), file)
    expect(await after.creditsOf(email)).toBe(1)
    expect((await download(after.baseUrl + new URL(result).pathname)).bytes).toEqual(picture.bytes)
    expect((await send(after, key)).status).toBe(201)
    expect(await after.creditsOf(email)).toBe(0)
    after.signal('SIGTERM')
    await after.ended
  } finally {
    await rm(elsewhere, { recursive: true, force: true })
  }
})

async function restoreAndStart(dataDir: string, file: string): Promise<TestServer> {
  await mkdir(dataDir)
  await symlink(repositoryModels, path.join(dataDir, 'models'))
  expect(await runCli({ DATA_DIR: dataDir }, 'restore', file)).toMatchObject({ code: 0 })
  return startServer(dataDir, { QUALITY: 'fast' })
}
