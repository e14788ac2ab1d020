/** What the clients of other languages are tried with: their files in a folder, beside a photo, and a server that listens. */
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { PHOTO, TestApp } from '../http/app.js'
import { projectFile } from '../support/project.js'

/** For all tests of a file; `folder` and `env` are known once they run. */
export function serverForClient(language: string, files: readonly string[]) {
  const app = new TestApp()
  const place = { folder: '', env: {} as NodeJS.ProcessEnv }

  beforeAll(async () => {
    place.folder = await mkdtemp(path.join(tmpdir(), `silhouette-${language}-`))
    for (const file of files) await copyFile(projectFile(`clients/${language}/${file}`), path.join(place.folder, file))
    await writeFile(path.join(place.folder, 'photo.jpg'), PHOTO)
    app.cdnUrl = () => app.http.listeningOrigin
    await app.start()
    const imageUrl = `http://${app.originHost}/photo.jpg`
    await writeFile(path.join(place.folder, 'addresses.txt'), `${imageUrl}\n${imageUrl}\n`)
    app.parts.jobRunner.start()
    const { key } = await app.caller({ credits: 20 })
    const access = { SILHOUETTE_URL: (await app.listen()).origin, SILHOUETTE_KEY: key }
    const photos = { SILHOUETTE_PHOTO: 'photo.jpg', SILHOUETTE_IMAGE_URL: imageUrl }
    place.env = { ...process.env, ...access, ...photos, no_proxy: '*' }
  })

  afterAll(async () => {
    await app.close()
    await rm(place.folder, { recursive: true, force: true })
  })

  return { app, at: () => ({ cwd: place.folder, env: place.env }) }
}

/** The examples of a client's README in its language. */
export async function examplesIn(language: string): Promise<string[]> {
  const readme = await readFile(projectFile(`clients/${language}/README.md`), 'utf8')
  const blocks = new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs')
  return [...readme.matchAll(blocks)].map(([, code]) => code!)
}
