/** The client as it is published: packed, installed into an empty folder without a network, and used as its README says. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PHOTO, TestApp } from '../http/app.js'
import { projectFile } from '../support/project.js'

const run = promisify(execFile)
const app = new TestApp()
let folder: string
let environment: NodeJS.ProcessEnv

const npm = (...args: string[]) =>
  run('npm', [...args, '--offline', '--no-audit', '--no-fund', '--no-update-notifier'], { cwd: folder })

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'silhouette-client-'))
  const { stdout } = await npm('pack', projectFile('clients/typescript'))
  const tarball = stdout.trim().split('\n').at(-1)!
  await writeFile(path.join(folder, 'package.json'), '{"private":true}')
  await npm('install', `./${tarball}`)
  await writeFile(path.join(folder, 'photo.jpg'), PHOTO)
  app.cdnUrl = () => app.http.listeningOrigin
  await app.start()
  await writeFile(
    path.join(folder, 'addresses.txt'),
    `http://${app.originHost}/1.jpg\nhttp://${app.originHost}/2.jpg\n`,
  )
  app.parts.jobRunner.start()
  const { key } = await app.caller({ credits: 20 })
  environment = { ...process.env, SILHOUETTE_URL: (await app.listen()).origin, SILHOUETTE_KEY: key }
}, 60_000)

afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const readme = await readFile(projectFile('clients/typescript/README.md'), 'utf8')
const examples = [...readme.matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code!)

test('its README has examples', () => expect(examples.length).toBeGreaterThanOrEqual(4))

test.each(examples.map((code, index) => [index + 1, code] as const))('example %i runs', async (number, code) => {
  const file = path.join(folder, `example-${number}.mjs`)
  await writeFile(file, code)
  const { stdout, stderr } = await run(process.execPath, [file], { cwd: folder, env: environment })
  expect(stderr).toBe('')
  expect(stdout).not.toBe('')
})

test('the first example has written the picture', async () => {
  expect((await readFile(path.join(folder, 'cutout.jpg'))).length).toBeGreaterThan(0)
})

test('it brings its types, and neither sources nor dependencies', async () => {
  const installed = path.join(folder, 'node_modules/@silhouette-image/client')
  const manifest = JSON.parse(await readFile(path.join(installed, 'package.json'), 'utf8')) as object
  expect(manifest).not.toHaveProperty('dependencies')
  expect(await readFile(path.join(installed, 'dist/index.d.ts'), 'utf8')).toContain('Silhouette')
  expect(await readFile(path.join(installed, 'README.md'), 'utf8')).toBe(readme)
  expect(await readFile(path.join(installed, 'LICENSE'), 'utf8')).toBe(await readFile(projectFile('LICENSE'), 'utf8'))
})
