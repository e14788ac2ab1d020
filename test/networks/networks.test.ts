/** The matte network as it comes with the product, on one photo: four people at a table. */
import { readFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import type { SubjectJudge } from '../../src/imaging/detect/class/judge.js'
import { createSubjectFinder } from '../../src/imaging/matte/find-subject.js'
import { toProbability } from '../../src/imaging/matte/logit-plane.js'
import { lookAt } from '../../src/imaging/matte/look.js'
import { LOOKS } from '../../src/imaging/matte/looks.js'
import { loadMattingNetwork, type MattingNetwork } from '../../src/imaging/matte/matting-network.js'
import type { Photo } from '../../src/imaging/raster/picture.js'
import { loadManifest } from '../../src/models/manifest.js'
import { DataType, TensorProto } from '../../src/models/onnx/fields.js'
import { bytesOf } from '../../src/models/onnx/protobuf.js'
import { createModelStore, type ReadyNetwork } from '../../src/models/store.js'
import { nameOfValue, readGraph, typeOf } from '../../training/onnx/graph.js'
import { refineEdges } from '../support/edges.js'
import { repositoryModels, samplePhoto } from '../support/project.js'

const THREADS = 2
let ready: ReadyNetwork
let network: MattingNetwork
let photo: Photo

beforeAll(async () => {
  ready = (await createModelStore(repositoryModels, loadManifest()).networks()).matte!
  network = await loadMattingNetwork(ready, THREADS)
  photo = await photoOf(sharp(samplePhoto))
})

async function photoOf(picture: Sharp): Promise<Photo> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, colour: data, alpha: undefined }
}

const anything: SubjectJudge = async (_photo, { data }) => ({ matte: data, subjectClass: 'other' })

/** What both call subject against what either does. */
function overlapOf(one: ArrayLike<number>, other: ArrayLike<number>, solid: number): number {
  expect(one.length).toBe(other.length)
  let [both, either] = [0, 0]
  for (let i = 0; i < one.length; i++) {
    const [a, b] = [one[i]! > solid, other[i]! > solid]
    if (a && b) both += 1
    if (a || b) either += 1
  }
  // There is a subject, and it is not everything: else all opinions would be alike.
  expect(either / one.length).toBeGreaterThan(0.2)
  expect(either / one.length).toBeLessThan(0.8)
  return both / either
}

it('no network has weights that overflow on some x64 processor: two products of a byte each fit into 16 bits', async () => {
  const store = createModelStore(repositoryModels, loadManifest())
  const files = Object.values({ ...(await store.networks()), ...(await store.texts()) }).map(({ file }) => file)
  let eightBit = 0
  for (const file of files) {
    for (const tensor of readGraph(await readFile(file)).constants.values()) {
      if (typeOf(tensor) !== DataType.int8) continue
      const largest = new Int8Array(bytesOf(tensor, TensorProto.rawData)!).reduce((a, b) => Math.max(a, Math.abs(b)), 0)
      expect(2 * 255 * largest).toBeLessThan(2 ** 15)
      eightBit += 1
    }
  }
  expect(eightBit).toBeGreaterThan(50)
})

describe('the matte network', () => {
  it('has the one input that its recipe names, and its logits as the one output', async () => {
    const { inputs, outputs } = readGraph(await readFile(ready.file))
    expect(inputs.map(nameOfValue)).toEqual([ready.input])
    expect(outputs.map(nameOfValue)).toEqual(['/side1/Conv_output_0'])
  })

  it('sees the same people in the mirror image', async () => {
    const upright = await lookAt(network, photo, false)
    const mirror = await photoOf(sharp(samplePhoto).flop())
    const { opinion } = await lookAt(network, mirror, false)
    const { size } = opinion
    const turned = opinion.logits.map((_, at) => opinion.logits[at - (at % size) + size - 1 - (at % size)]!)
    expect(overlapOf(toProbability(upright.opinion.logits), toProbability(turned), 0.5)).toBeGreaterThan(0.9)
  })

  it('every quality finds the same subject', async () => {
    const found = []
    for (const plan of Object.values(LOOKS)) {
      found.push(
        (await createSubjectFinder({ network, refineEdges, judge: anything }, plan)(photo, { classify: false })).alpha,
      )
    }
    for (const alpha of found) expect(overlapOf(alpha, found[0]!, 127)).toBeGreaterThan(0.9)
  })
})
