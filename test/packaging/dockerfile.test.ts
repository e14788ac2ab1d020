/**
 * The image, made by following the Dockerfile in clean folders, and used: there is no Docker where this runs. The base image is
 * this machine's /usr; what Docker itself does with layers and platforms is not tried. About a minute of one core.
 */
import { cpSync, existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { canHaveCleanRoot, runInside } from '../support/clean-root.js'
import { followDockerfile, type Image } from '../support/follow-dockerfile.js'
import { freePort } from '../support/free-port.js'
import { repositoryModels } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

/** The server, until its health check is content; then it ends as Docker would end it. */
const SERVE_UNTIL_HEALTHY = `
  "$@" & server=$!
  for attempt in $(seq 60); do
    if $HEALTHCHECK; then kill -TERM $server; wait $server; exit; fi
    kill -0 $server || exit 1
    sleep 2
  done
  exit 1`

describe.skipIf(!canHaveCleanRoot)('the image', () => {
  let image: Image

  beforeAll(async () => {
    image = await followDockerfile(temporaryFolder())
  }, 600_000)

  test('runs as a user without rights, who owns the data and nothing else', async () => {
    expect(image.user).toBe('1000:1000')
    expect(statSync(path.join(image.root, 'data')).uid).toBe(1000)
    expect(await runInside(['id', '-u'], image)).toBe('1000\n')
    await expect(runInside(['touch', 'bin/silhouette'], image)).rejects.toThrow('denied')
  })

  test('has its native libraries, for this platform only, and no tools of developers', async () => {
    const load = "await Promise.all(['sharp', 'onnxruntime-node', '@node-rs/argon2'].map((name) => import(name)))"
    await runInside(['node', '--input-type=module', '-e', load], image)
    const modules = path.join(image.root, 'app/node_modules')
    const platforms = readdirSync(path.join(modules, 'onnxruntime-node/bin'), { recursive: true, encoding: 'utf8' })
    const libraries = platforms.filter((name) => name.endsWith('.node'))
    expect(libraries).toEqual([expect.stringMatching(`/linux/${process.arch}/`)])
    for (const name of ['vitest', 'typescript', 'vite']) expect(existsSync(path.join(modules, name))).toBe(false)
  })

  test('answers by its entry point, with nothing but its data to write to', async () => {
    expect(await runInside([...image.entrypoint, '--help'], { ...image, readOnlyApp: true })).toContain(
      'silhouette COMMAND',
    )
  })

  test.skipIf(!existsSync(repositoryModels))(
    'serves, is healthy, and ends when it is told to',
    async () => {
      const data = path.join(image.root, 'data')
      cpSync(repositoryModels, path.join(data, 'models'), { recursive: true })
      await runInside(['chown', '-R', '1000:1000', '/data'], { ...image, user: '0:0' })
      const env = { ...image.env, HOST: '127.0.0.1', PORT: String(await freePort()), WORKERS: '1' }
      const healthcheck = { HEALTHCHECK: image.healthcheck.join(' ') }
      const start = ['sh', '-c', SERVE_UNTIL_HEALTHY, 'sh', ...image.entrypoint, ...image.command]
      await runInside(start, { ...image, readOnlyApp: true, env: { ...env, ...healthcheck } })
    },
    300_000,
  )
})
