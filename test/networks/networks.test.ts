/**
 * The compiled networks against the files as shipped, on one photo. In single
 * precision the compiler may only make them faster, not different; in 8 bits the silhouette must stay.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { toProbability } from '../../src/imaging/matte/fuse.js'
import { loadMattingNetwork } from '../../src/imaging/matte/matting-network.js'
import type { NetworkOptions } from '../../src/imaging/networks/network-options.js'
import { InferenceSession, Tensor } from '../../src/imaging/networks/runtime.js'
import { enlargeBilinear } from '../../src/imaging/raster/bilinear.js'
import { squareOf } from '../../src/imaging/raster/picture.js'
import { compileNetwork } from '../../src/models/compile.js'
import { loadManifest, type ModelEntry } from '../../src/models/manifest.js'
import { nameOfValue, readGraph } from '../../src/models/onnx/graph.js'
import { silentProgress } from '../../src/models/progress.js'
import { createModelStore, type ReadyNetwork } from '../../src/models/store.js'
import { repositoryModels, samplePhoto } from '../support/project.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const THREADS = 2
const folder = temporaryFolder()
const manifest = loadManifest()
const store = createModelStore(repositoryModels, manifest)
let networks: Record<string, ReadyNetwork>

beforeAll(async () => {
  await store.pull(silentProgress)
  networks = await store.networks()
})

const photoAt = (size: number): Promise<Uint8Array> =>
  sharp(samplePhoto).resize(size, size, { fit: 'fill', kernel: 'cubic' }).removeAlpha().raw().toBuffer()

/** What the network says about the photo, as probabilities; where its opinion is coarser, smoothly enlarged. */
async function opinionOf(network: NetworkOptions, side: number): Promise<Float32Array> {
  const { size, logits } = await (await loadMattingNetwork(network, THREADS)).predict(await photoAt(network.size))
  return toProbability(enlargeBilinear(logits, squareOf(size), squareOf(side)))
}

const entryOf = (id: string): ModelEntry => manifest.find((candidate) => candidate.id === id)!

/** The file as shipped, run the plain way, in its own size: pixel by pixel after the manifest. */
async function runShipped(id: string, output: string, size: number): Promise<Float32Array> {
  const entry = entryOf(id)
  const { input, mean, deviation } = entry.networks![0]!
  const session = await InferenceSession.create(store.pathOf(entry.files[0]!), {
    intraOpNumThreads: THREADS,
    logSeverityLevel: 3,
  })
  const rgb = await photoAt(size)
  const area = size * size
  const planes = Float32Array.from({ length: 3 * area }, (_, i) => {
    const channel = Math.floor(i / area)
    return (rgb[(i % area) * 3 + channel]! - mean[channel]!) / deviation[channel]!
  })
  const results = await session.run({ [input]: new Tensor('float32', planes, [1, 3, size, size]) }, [output])
  return results[output]!.data as Float32Array
}

/** The same recipe without its last step, to 8 bits. */
async function inFloat(id: string, network: ReadyNetwork): Promise<NetworkOptions> {
  if (network.compile.kind !== 'onnx') throw new Error('not shipped as ONNX')
  const { int8: _int8, ...compile } = network.compile
  const file = path.join(folder, `${network.id}-float.onnx`)
  await writeFile(file, await compileNetwork(entryOf(id), { ...network, compile }, store.pathOf))
  return { ...network, file }
}

interface Likeness {
  mean: number
  largest: number
  /** Of the silhouettes: what both call subject against what either does. */
  overlap: number
}

function compare(one: Float32Array, other: Float32Array): Likeness {
  expect(one.length).toBe(other.length)
  let [sum, largest, both, either] = [0, 0, 0, 0]
  for (let i = 0; i < one.length; i++) {
    const difference = Math.abs(one[i]! - other[i]!)
    sum += difference
    largest = Math.max(largest, difference)
    const [a, b] = [one[i]! > 0.5, other[i]! > 0.5]
    if (a && b) both += 1
    if (a || b) either += 1
  }
  // There is a subject, and it is not everything: else all networks would be alike.
  expect(either / one.length).toBeGreaterThan(0.2)
  expect(either / one.length).toBeLessThan(0.8)
  return { mean: sum / one.length, largest, overlap: both / either }
}

/** Measured: mean 0.0077 and 0.0018, overlap 0.990 and 0.998. Processors round 8-bit sums differently. */
function expectSameSilhouette({ mean, overlap }: Likeness): void {
  expect(mean).toBeLessThan(0.02)
  expect(overlap).toBeGreaterThan(0.97)
}

describe('every compiled matting network', () => {
  it.each(['isnet', 'isnet-640', 'u2netp'])('%s has the one output of its recipe', async (id) => {
    const { file, compile } = networks[id]!
    const outputs = readGraph(await readFile(file)).outputs.map(nameOfValue)
    expect(outputs).toEqual([compile.kind === 'onnx' && compile.output])
  })
})

describe('ISNet', () => {
  const SIDE = 1024
  let shipped: Float32Array
  beforeAll(async () => {
    shipped = await runShipped('isnet', 'output', SIDE)
  })

  // Half precision has 11 bits, and they pass through more than a hundred layers.
  it('in single precision says the same as the file it was made from', async () => {
    const { mean, largest } = compare(await opinionOf(await inFloat('isnet', networks.isnet!), SIDE), shipped)
    expect(mean).toBeLessThan(0.01)
    expect(largest).toBeLessThan(0.05)
  })

  it('in 8 bits sees the same silhouette', async () => {
    expectSameSilhouette(compare(await opinionOf(networks.isnet!, SIDE), shipped))
  })

  it('at 640 in 8 bits sees the same silhouette as at 640 in single precision', async () => {
    const small = networks['isnet-640']!
    const wanted = await opinionOf(await inFloat('isnet', small), small.size)
    const found = await opinionOf(small, small.size)
    expectSameSilhouette(compare(found, wanted))
  })

  it('at 640 still finds the subject that it finds in its own size', async () => {
    const { overlap } = compare(await opinionOf(networks['isnet-640']!, SIDE), shipped)
    expect(overlap).toBeGreaterThan(0.85)
  })
})

describe('U2Net-p', () => {
  let size: number
  let shipped: Float32Array
  beforeAll(async () => {
    size = networks.u2netp!.size
    shipped = await runShipped('u2netp', '1959', size)
  })

  // It is shipped in single precision.
  it('before the step to 8 bits says the same as the file it was made from', async () => {
    const { largest } = compare(await opinionOf(await inFloat('u2netp', networks.u2netp!), size), shipped)
    expect(largest).toBeLessThan(1e-4)
  })

  it('in 8 bits sees the same silhouette', async () => {
    expectSameSilhouette(compare(await opinionOf(networks.u2netp!, size), shipped))
  })
})
