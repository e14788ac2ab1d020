/** The networks of an installation: recognised, recorded, chosen. The trial itself is left to other tests. */
import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { knownNetwork, matteNetworks, parseMatteNetworks } from '../../src/catalog/matte-networks.js'
import { QUALITIES } from '../../src/catalog/qualities.js'
import { loadConfig } from '../../src/config/load.js'
import { ModelError } from '../../src/models/model-error.js'
import { addNetwork, removeNetwork } from '../../src/networks/add.js'
import { type NetworkRecord, networkNames, readNetworks } from '../../src/networks/record.js'
import { mattingSetupFor, roomForNetworksMb } from '../../src/networks/setup.js'
import { drawnMatteNetwork, SIDE } from '../fixtures/drawn-matte-network.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()
let count = 0
let dataDir: string
beforeEach(() => {
  dataDir = path.join(folder, String(count++))
  mkdirSync(path.join(dataDir, 'networks'), { recursive: true })
})

const homeWith = (settings: Record<string, string> = {}) => loadConfig({ DATA_DIR: dataDir, ...settings })

const recordOf = (name: string, memoryMb = 200): NetworkRecord => ({
  name,
  bytes: 3,
  sha256: 'ab'.repeat(32),
  recipe: {
    input: 'x',
    output: 'y',
    size: 320,
    layout: 'NCHW',
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
    answers: 'probability',
  },
  measured: { memoryMb, ms: 100, timesOurs: 1.5, threads: 2 },
  added: '2026-11-17T00:00:00.000Z',
})

function keep(record: NetworkRecord): void {
  writeFileSync(path.join(dataDir, 'networks', `${record.name}.json`), JSON.stringify(record))
  writeFileSync(path.join(dataDir, 'networks', `${record.name}.onnx`), 'abc')
}

function fileCalled(name: string): string {
  const file = path.join(dataDir, name)
  writeFileSync(file, 'no network')
  return file
}

describe('known networks', () => {
  test('have names that requests can use, and that mean nothing else', () => {
    expect(matteNetworks().length).toBeGreaterThan(10)
    expect(matteNetworks().filter(({ name }) => QUALITIES.some((quality) => quality === name))).toEqual([])
  })

  test('are recognised by their content, whatever they are called; without a recorded one, by name', () => {
    expect(knownNetwork('8e83ca70e441ab06c318d82300c84806', 'mine')).toMatchObject({ name: 'u2netp', size: 320 })
    expect(knownNetwork('0'.repeat(32), 'u2netp')).toBeUndefined()
    expect(knownNetwork('0'.repeat(32), 'bria-rmbg')).toMatchObject({ licence: { nonCommercial: true } })
    expect(knownNetwork('0'.repeat(32), undefined)).toBeUndefined()
  })

  test('each state a licence with a link', () => {
    expect(matteNetworks().filter(({ licence }) => !licence.words || !licence.link)).toEqual([])
  })

  test('a catalogue with a mistake is refused with its place', () => {
    const [first] = matteNetworks()
    const catalogue = (networks: unknown[]) => ({ date: '2026-11-17', sources: ['x'], networks })
    expect(() => parseMatteNetworks(catalogue([{ ...first, md5: 'short' }]))).toThrow('/networks/0/md5')
    expect(() => parseMatteNetworks(catalogue([first, first]))).toThrow('a name occurs twice')
    expect(() => parseMatteNetworks(catalogue([first, { ...first, name: 'other' }]))).toThrow('a md5 occurs twice')
  })
})

describe('records', () => {
  test('are read by name; without a folder there are none', () => {
    for (const name of ['u2netp', 'birefnet']) keep(recordOf(name))
    expect(networkNames({ networkHome: dataDir })).toEqual(['birefnet', 'u2netp'])
    expect(readNetworks({ networkHome: dataDir })[1]).toEqual(recordOf('u2netp'))
    expect(networkNames({ networkHome: path.join(dataDir, 'nowhere') })).toEqual([])
  })

  test.each([
    ['cut off', '{"name": "u2n'],
    ['incomplete', JSON.stringify({ ...recordOf('u2netp'), sha256: undefined })],
    ['of another network', JSON.stringify(recordOf('other'))],
  ])('one that is %s is named, with what to do', (_, text) => {
    writeFileSync(path.join(dataDir, 'networks', 'u2netp.json'), text)
    expect(() => readNetworks({ networkHome: dataDir })).toThrow(ModelError)
    expect(() => readNetworks({ networkHome: dataDir })).toThrow(
      /u2netp\.json is not the record .* add the network again/,
    )
  })

  test('removing takes record and file; what is not there is refused with what is', async () => {
    for (const name of ['u2netp', 'birefnet']) keep(recordOf(name))
    await removeNetwork('u2netp', homeWith())
    expect(readdirSync(path.join(dataDir, 'networks'))).toEqual(['birefnet.json', 'birefnet.onnx'])
    await expect(removeNetwork('u2netp', homeWith())).rejects.toThrow('no network u2netp; there are birefnet')
  })
})

describe('adding is refused', () => {
  const STATED = { mean: [0, 0, 0], deviation: [1, 1, 1] } as const

  test.each([
    ['a file that is not there', 'gone.onnx', STATED, 'cannot be read'],
    ['a folder', '.', STATED, 'cannot be read'],
    ['an unknown file without its preparation', 'mine.onnx', {}, 'say with --mean and --deviation'],
    ['a name that requests cannot use', 'My network.onnx', STATED, 'give one with --name'],
    ['the name of a quality', 'best.onnx', STATED, 'give it another --name'],
    ['the name of another network', 'u2netp.onnx', STATED, 'silhouette networks remove u2netp'],
  ])('%s', async (_, name, stated, reason) => {
    keep(recordOf('u2netp'))
    const file = ['gone.onnx', '.'].includes(name) ? path.join(dataDir, name) : fileCalled(name)
    const refusal = await addNetwork(file, stated, homeWith()).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ModelError)
    expect((refusal as Error).message).toContain(reason)
    expect(readdirSync(path.join(dataDir, 'networks'))).toEqual(['u2netp.json', 'u2netp.onnx'])
  })

  test('and a file that fails its trial leaves nothing behind, and is still there', async () => {
    const file = fileCalled('mine.onnx')
    await expect(addNetwork(file, STATED, homeWith())).rejects.toThrow('The runtime cannot load it')
    expect(readdirSync(path.join(dataDir, 'networks'))).toEqual([])
    expect(readFileSync(file, 'utf8')).toBe('no network')
  })
})

test('a network is kept with its record; behind a link, it is the file itself', async () => {
  const file = path.join(dataDir, 'weights')
  writeFileSync(file, drawnMatteNetwork({ answers: 'probability' }))
  symlinkSync('weights', path.join(dataDir, 'mine.onnx'))
  const stated = { mean: [0, 0, 0], deviation: [1, 1, 1], licence: 'CC BY-NC 4.0' } as const
  const record = await addNetwork(path.join(dataDir, 'mine.onnx'), stated, homeWith())
  expect(record).toMatchObject({
    name: 'mine',
    bytes: statSync(file).size,
    recipe: { input: 'x', output: 'answer', size: SIDE, layout: 'NCHW', answers: 'probability' },
    licence: { words: 'CC BY-NC 4.0', nonCommercial: true },
  })
  expect(readNetworks({ networkHome: dataDir })).toEqual([record])
  expect(lstatSync(path.join(dataDir, 'networks', 'mine.onnx')).ino).toBe(statSync(file).ino)
  expect(readdirSync(path.join(dataDir, 'networks'))).toEqual(['mine.json', 'mine.onnx'])
  // Again, under the same name: measured anew.
  expect(await addNetwork(file, { ...stated, name: 'mine' }, homeWith())).toMatchObject({ sha256: record.sha256 })
})

describe('what workers are told', () => {
  test('by default: the quality, and all added networks with their files', async () => {
    keep(recordOf('u2netp'))
    const setup = await mattingSetupFor(homeWith({ QUALITY: 'best', NETWORK_MEMORY_MB: '700' }))
    const file = path.join(dataDir, 'networks', 'u2netp.onnx')
    expect(setup).toMatchObject({ detail: 'best', roomMb: 700, added: [{ name: 'u2netp', file, memoryMb: 200 }] })
  })

  test('MATTE_NETWORK takes the place of the quality', async () => {
    keep(recordOf('u2netp'))
    expect(await mattingSetupFor(homeWith({ MATTE_NETWORK: 'u2netp' }))).toMatchObject({ detail: 'u2netp' })
  })

  test.each([
    ['a name that is not there', 'birefnet', 'there is no network birefnet; there are u2netp. To add it: '],
    ['a file that is not there', './gone.onnx', 'MATTE_NETWORK: there is no file ./gone.onnx'],
  ])('MATTE_NETWORK=%s', async (_, given, reason) => {
    keep(recordOf('u2netp'))
    await expect(mattingSetupFor(homeWith({ MATTE_NETWORK: given }))).rejects.toThrow(reason)
  })

  test('MATTE_NETWORK with a file that nobody knows, and with one that was added', async () => {
    const file = fileCalled('mine.onnx')
    await expect(mattingSetupFor(homeWith({ MATTE_NETWORK: file }))).rejects.toThrow('not known by its checksum')
    const { createHash } = await import('node:crypto')
    keep({ ...recordOf('mine'), sha256: createHash('sha256').update('no network').digest('hex') })
    expect(await mattingSetupFor(homeWith({ MATTE_NETWORK: file }))).toMatchObject({ detail: 'mine' })
  })

  test('a worker may have as much more memory as added networks may take, and no more without any', async () => {
    const home = homeWith({ NETWORK_MEMORY_MB: '700' })
    expect(roomForNetworksMb(await mattingSetupFor(home))).toBe(0)
    keep(recordOf('u2netp'))
    expect(roomForNetworksMb(await mattingSetupFor(home))).toBe(700)
    keep(recordOf('birefnet', 5000))
    expect(roomForNetworksMb(await mattingSetupFor(home))).toBe(5000)
  })
})
