/** How npm is found, started and understood; with the npm of this machine and a registry on loopback. */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { request as ask } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { adviceFor } from '../../src/models/advice.js'
import { complaint, findNpm, npmPack, type PackOptions } from '../../src/models/npm-pack.js'
import { listenOnLoopback, packageOf, startRegistry, type TestRegistry } from '../support/npm-registry.js'

let scratch: string
let registry: TestRegistry
let options: PackOptions

beforeEach(async () => {
  scratch = await realpath(await mkdtemp(path.join(tmpdir(), 'npm-pack-')))
  registry = await startRegistry(await packageOf(scratch, { 'weights.bin': Buffer.from('weights') }))
  // Neither the settings of whoever runs the tests nor those of this repository.
  for (const name of Object.keys(process.env)) if (/^npm_config_|_proxy$/i.test(name)) vi.stubEnv(name, undefined)
  vi.stubEnv('npm_config_userconfig', path.join(scratch, 'user', '.npmrc'))
  vi.stubEnv('npm_config_globalconfig', path.join(scratch, 'global', '.npmrc'))
  vi.stubEnv('npm_config_fetch_retries', '0')
  for (const name of ['user', 'project', 'out']) await mkdir(path.join(scratch, name))
  await writeFile(path.join(scratch, 'project', 'package.json'), '{}')
  options = { folder: path.join(scratch, 'out'), cwd: path.join(scratch, 'project'), onBytes: () => {} }
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await registry.close()
  await rm(scratch, { recursive: true, force: true })
})

const writeNpmrc = (level: 'user' | 'project', ...lines: string[]): Promise<void> =>
  writeFile(path.join(scratch, level, '.npmrc'), lines.join('\n'))
const registryLine = (): string => `registry=${registry.url}`
const tokenLine = (token: string): string => `${registry.url.replace('http:', '')}:_authToken=${token}`
const pack = (overrides: Partial<PackOptions> = {}): Promise<string> =>
  npmPack('tiny-weights@1.0.0', { ...options, ...overrides })

describe("the user's npm settings", () => {
  it.each(['user', 'project'] as const)('registry and token come from the .npmrc of the %s', async (level) => {
    registry.token = 'secret'
    await writeNpmrc(level, registryLine(), tokenLine('secret'))
    expect(await readFile(await pack())).toEqual(registry.tarball)
    expect(registry.requests.every(({ headers }) => headers.authorization === 'Bearer secret')).toBe(true)
  })

  it('without a token, a registry that wants one is named with its answer and with what to do', async () => {
    registry.token = 'secret'
    await writeNpmrc('user', registryLine())
    const { message } = await failureOf(pack())
    expect(message).toContain('E401')
    expect(adviceFor('npm:tiny-weights@1.0.0', message)).toContain('check the token in your .npmrc')
  })

  it('a proxy is asked instead of the registry', async () => {
    const asked: string[] = []
    const proxy = await listenOnLoopback((request, response) => {
      asked.push(request.url ?? '')
      request.pipe(
        ask(request.url ?? '', { method: request.method, headers: request.headers }, (reply) => {
          response.writeHead(reply.statusCode ?? 502, reply.headers)
          reply.pipe(response)
        }),
      )
    })
    await writeNpmrc('user', registryLine(), `proxy=${proxy.url}`)
    expect(await readFile(await pack())).toEqual(registry.tarball)
    expect(asked).toContain(`${registry.url}tiny-weights/-/tiny-weights-1.0.0.tgz`)
    await proxy.close()
  })
})

describe('npm pack', () => {
  beforeEach(() => writeNpmrc('user', registryLine()))

  it('leaves the tarball and nothing else', async () => {
    const tarball = await pack()
    expect(await readdir(options.folder)).toEqual([path.basename(tarball)])
  })

  it('reports the bytes while they arrive', async () => {
    // Noise, because it cannot be compressed.
    const noise = Buffer.from(Array.from({ length: 600_000 }, (_, index) => (index * 2654435761) >>> 24))
    registry.tarball = await packageOf(scratch, { 'weights.bin': noise })
    registry.send = async (response, bytes) => {
      const half = bytes.length >> 1
      response.write(bytes.subarray(0, half))
      await setTimeout(1000)
      response.end(bytes.subarray(half))
    }
    const reports: number[] = []
    await pack({ onBytes: (bytes) => reports.push(bytes) })
    expect(reports.length).toBeGreaterThan(1)
    expect(reports.reduce((sum, bytes) => sum + bytes, 0)).toBe(registry.tarball.length)
  })

  it('of a tarball that is not the one its registry announced fails', async () => {
    registry.send = (response) => void response.end('other bytes')
    expect((await failureOf(pack())).message).toContain('EINTEGRITY')
  })

  it('of an unreachable registry says which one', async () => {
    await registry.close()
    const { message } = await failureOf(pack())
    expect(message).toContain(`${registry.url}tiny-weights`)
    expect(message).toContain('ECONNREFUSED')
    expect(adviceFor('npm:tiny-weights@1.0.0', message)).toContain('Check that the npm registry is reachable')
  })

  it('without npm says where it was looked for and what to do', async () => {
    const { message } = await failureOf(pack({ npm: ['no-such-npm'] }))
    expect(message).toContain(`neither beside ${process.execPath} nor as no-such-npm in PATH`)
    expect(adviceFor('npm:tiny-weights@1.0.0', message)).toContain('Install npm')
  })
})

describe('finding npm', () => {
  it.each([
    ['everywhere', 'bin/node', 'lib/node_modules'],
    ['on Windows', 'node.exe', 'node_modules'],
  ])('the one beside the running Node.js, as installed %s', async (_where, node, modules) => {
    const script = path.join(scratch, modules, 'npm/bin/npm-cli.js')
    await mkdir(path.dirname(script), { recursive: true })
    await writeFile(script, '')
    const execPath = path.join(scratch, node)
    expect(findNpm(execPath)).toEqual([execPath, script])
  })

  it('otherwise the one in PATH', () => {
    expect(findNpm(path.join(scratch, 'bin/node'))).toEqual(['npm'])
  })
})

describe("npm's complaint", () => {
  it.each([
    [
      'npm error code E404\nnpm error 404 Not Found - GET http://a/b\nnpm error 404\n',
      '404 Not Found - GET http://a/b (E404)',
    ],
    [
      'npm ERR! code ENOSPC\nnpm ERR! syscall write\nnpm ERR! nospc ENOSPC: no space left',
      'nospc ENOSPC: no space left (ENOSPC)',
    ],
    ['npm error Invalid tag name\n', 'Invalid tag name'],
    ['sh: something else\n', 'sh: something else'],
    ['', ''],
  ])('%j is short', (stderr, short) => {
    expect(complaint(stderr)).toBe(short)
  })
})

async function failureOf(work: Promise<unknown>): Promise<Error> {
  const error = await work.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  return error as Error
}
