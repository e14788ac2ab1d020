/**
 * The compiled networks against the files as shipped, on one picture: the only unit test with the real ones. What the
 * compiler does is only allowed to make them faster, not different.
 */
import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadMattingNetwork } from '../../src/imaging/matte/network.js'
import { loadManifest, type NetworkRecipe } from '../../src/models/manifest.js'
import { GraphProto, ModelProto, ValueInfoProto } from '../../src/models/onnx/fields.js'
import { bytesOf, parseMessage, textsOf } from '../../src/models/onnx/protobuf.js'
import { silentProgress } from '../../src/models/progress.js'
import { createModelStore, type ReadyNetwork } from '../../src/models/store.js'
import { repositoryModels } from '../support/project.js'

const THREADS = 2
const manifest = loadManifest()
const store = createModelStore(repositoryModels, manifest)
let networks: Record<string, ReadyNetwork>

beforeAll(async () => {
  await store.pull(silentProgress)
  networks = await store.networks()
})

/** A lit ball on a gradient: a clear subject with soft and hard edges. */
async function syntheticPhoto(size: number): Promise<Uint8Array> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256">
    <defs>
      <linearGradient id="wall" x2="0" y2="1"><stop stop-color="#9ab"/><stop offset="1" stop-color="#567"/></linearGradient>
      <radialGradient id="ball" cx=".35" cy=".3"><stop stop-color="#fd8"/><stop offset="1" stop-color="#a20"/></radialGradient>
    </defs>
    <rect width="256" height="256" fill="url(#wall)"/>
    <ellipse cx="135" cy="215" rx="70" ry="12" fill="#234" opacity=".6"/>
    <circle cx="128" cy="135" r="75" fill="url(#ball)"/>
  </svg>`
  return sharp(Buffer.from(svg)).resize(size, size).removeAlpha().raw().toBuffer()
}

/** The only output that is kept. */
function outputOf({ compile }: NetworkRecipe): string {
  if (compile.kind !== 'onnx') throw new Error('not shipped as ONNX')
  return compile.output
}

/** The file as shipped, run the plain way: pixel by pixel after the manifest, the output chosen by name. */
async function runShipped(id: string, rgb: Uint8Array): Promise<Float32Array> {
  const entry = manifest.find((candidate) => candidate.id === id)!
  const { input, size, mean, deviation } = entry.network!
  const output = outputOf(entry.network!)
  const session = await InferenceSession.create(store.pathOf(entry.files[0]!), {
    intraOpNumThreads: THREADS,
    logSeverityLevel: 3,
  })
  expect(session.outputNames).toContain(output)
  const area = size * size
  const planes = Float32Array.from({ length: 3 * area }, (_, i) => {
    const channel = Math.floor(i / area)
    return (rgb[(i % area) * 3 + channel]! - mean[channel]!) / deviation[channel]!
  })
  const results = await session.run({ [input]: new Tensor('float32', planes, [1, 3, size, size]) }, [output])
  return results[output]!.data as Float32Array
}

/** Read from the file: a second session would cost seconds. */
async function outputsIn(file: string): Promise<string[]> {
  const graph = parseMessage(bytesOf(parseMessage(await readFile(file)), ModelProto.graph)!)
  const outputs = graph.filter(({ number }) => number === GraphProto.output)
  return outputs.flatMap(({ value }) => textsOf(parseMessage(value as Uint8Array), ValueInfoProto.name))
}

describe('compiled networks', () => {
  // Half precision has 11 bits, and they pass through more than a hundred layers; U2Net-p is shipped in single precision.
  it.each([
    ['isnet', 0.03],
    ['u2netp', 1e-5],
  ])('%s says the same as the file it was made from, within %d', async (id, tolerance) => {
    const network = networks[id]!
    expect(await outputsIn(network.file)).toEqual([outputOf(network)])
    const rgb = await syntheticPhoto(network.size)
    const compiled = await (await loadMattingNetwork(network, THREADS)).predict(rgb)
    const shipped = await runShipped(id, rgb)
    expect(compiled.length).toBe(network.size ** 2)
    expect(shipped.length).toBe(compiled.length)
    let largest = 0
    for (let i = 0; i < shipped.length; i++) largest = Math.max(largest, Math.abs(shipped[i]! - compiled[i]!))
    expect(largest).toBeLessThan(tolerance)
    // And it is an opinion, not noise: sure of the ball, sure of the wall.
    const at = (x: number, y: number): number =>
      compiled[Math.round(y * network.size) * network.size + Math.round(x * network.size)]!
    expect(at(0.5, 0.5)).toBeGreaterThan(0.9)
    expect(at(0.05, 0.05)).toBeLessThan(0.1)
  })
})
