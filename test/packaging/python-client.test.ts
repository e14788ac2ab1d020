/** The Python client: its own tests and the examples of its README, run by the system's Python against a started server. */
import { execFile, spawnSync } from 'node:child_process'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PHOTO, TestApp } from '../http/app.js'
import { projectFile } from '../support/project.js'

const run = promisify(execFile)
const app = new TestApp()
let folder: string
let env: NodeJS.ProcessEnv

const OLD_ENOUGH = 'import sys; sys.exit(sys.version_info < (3, 9))'
const hasPython = spawnSync('python3', ['-c', OLD_ENOUGH]).status === 0
if (!hasPython) console.warn('Skipped: the tests of the Python client. They need python3, 3.9 or later.')

const readme = await readFile(projectFile('clients/python/README.md'), 'utf8')
const examples = [...readme.matchAll(/```python\n(.*?)```/gs)].map(([, code]) => code!)

describe.skipIf(!hasPython)('the Python client', () => {
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'silhouette-python-'))
    for (const file of ['silhouette.py', 'test_silhouette.py'])
      await copyFile(projectFile(`clients/python/${file}`), path.join(folder, file))
    await writeFile(path.join(folder, 'photo.jpg'), PHOTO)
    app.cdnUrl = () => app.http.listeningOrigin
    await app.start()
    const imageUrl = `http://${app.originHost}/photo.jpg`
    await writeFile(path.join(folder, 'addresses.txt'), `${imageUrl}\n${imageUrl}\n`)
    app.parts.jobRunner.start()
    const { key } = await app.caller({ credits: 20 })
    const access = { SILHOUETTE_URL: (await app.listen()).origin, SILHOUETTE_KEY: key }
    const photos = { SILHOUETTE_PHOTO: 'photo.jpg', SILHOUETTE_IMAGE_URL: imageUrl }
    env = { ...process.env, ...access, ...photos, no_proxy: '*' }
  })

  afterAll(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  test('passes its own tests, without a warning', async () => {
    const { stderr } = await run('python3', ['-W', 'error', '-m', 'unittest'], { cwd: folder, env })
    expect(stderr).toMatch(/^Ran 1\d tests in .*\n\nOK\n$/m)
    expect(app.engine.seen[0]?.input).toEqual(PHOTO)
    expect(app.engine.seen[5]?.input).toEqual(PHOTO)
  })

  test.each(examples.map((code, index) => [index + 1, code] as const))(
    'example %i of its README runs',
    async (_, code) => {
      const { stdout, stderr } = await run('python3', ['-c', code], { cwd: folder, env })
      expect(stderr).toBe('')
      expect(stdout).not.toBe('')
    },
  )
})

test('its README has examples', () => expect(examples).toHaveLength(3))
