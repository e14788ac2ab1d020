/** The real detectors on the sample photo: four people at a table, all facing the camera. */
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodePhoto } from '../../src/imaging/codec/decode.js'
import { areaOf, containmentOf, iouOf } from '../../src/imaging/detect/boxes.js'
import { loadBlazeFace } from '../../src/imaging/detect/faces/blazeface.js'
import { createFaceDetector, type FaceDetector } from '../../src/imaging/detect/faces/face-boxes.js'
import { COCO_NAMES, subjectClassOf } from '../../src/imaging/detect/objects/coco.js'
import { loadObjectDetector, type ObjectDetector } from '../../src/imaging/detect/objects/nanodet.js'
import { toTensorData } from '../../src/imaging/networks/open-network.js'
import type { Photo } from '../../src/imaging/raster/picture.js'
import { squareCopy } from '../../src/imaging/raster/square-copy.js'
import { loadManifest } from '../../src/models/manifest.js'
import { createModelStore } from '../../src/models/store.js'
import { repositoryModels, samplePhoto } from '../support/project.js'

let photo: Photo
let objects: ObjectDetector
let faces: FaceDetector

beforeAll(async () => {
  photo = await decodePhoto(samplePhoto, { pixels: 1e8, minSide: 1, maxSide: 10_000 })
  const { nanodet, blazeface } = await createModelStore(repositoryModels, loadManifest()).networks()
  objects = await loadObjectDetector(nanodet!, 2)
  faces = createFaceDetector(await loadBlazeFace(blazeface!, 2))
})

// Other processors round differently, and decoders of JPEG differ by a level or two.
const TOLERANCE = 0.03
const expectScores = (found: readonly { score: number }[], expected: readonly number[]): void => {
  expect(found.length).toBeGreaterThanOrEqual(expected.length)
  for (const [i, score] of expected.entries()) expect(Math.abs(found[i]!.score - score)).toBeLessThan(TOLERANCE)
}

describe('NanoDet', () => {
  it('finds the people, each once, best first', async () => {
    const found = await objects.detect(await squareCopy(photo, objects.size))
    const people = found.filter(({ coco, score }) => COCO_NAMES[coco] === 'person' && score > 0.3)
    expect(people.length).toBe(4)
    expectScores(people, [0.6, 0.489, 0.396, 0.379])
    for (const [i, a] of people.entries()) {
      for (const b of people.slice(i + 1)) expect(iouOf(a.box, b.box)).toBeLessThanOrEqual(0.5)
    }
    for (const { box } of found) {
      expect(areaOf(box)).toBeGreaterThan(0)
      for (const share of Object.values(box)) expect(share).toBeGreaterThanOrEqual(0)
      for (const share of Object.values(box)) expect(share).toBeLessThanOrEqual(1)
    }
  })

  it('finds nothing certain in a grey picture', async () => {
    const found = await objects.detect(new Uint8Array(objects.size ** 2 * 3).fill(128))
    expect(found.filter(({ score }) => score > 0.5)).toEqual([])
  })
})

describe('BlazeFace', () => {
  it('finds the four faces, and says where', async () => {
    const found = await faces.detect(photo)
    expect(found).toHaveLength(4)
    expectScores(found, [0.92, 0.909, 0.891, 0.89])
    for (const [i, a] of found.entries()) {
      for (const b of found.slice(i + 1)) expect(containmentOf(a.box, b.box)).toBeLessThan(0.8)
    }
  })

  it('the boxes are shares of the picture, whatever its shape', async () => {
    const { width, height, colour } = photo
    const taller = height + 600
    const { data } = await sharp(colour, { raw: { width, height, channels: 3 } })
      .extend({ top: 600, background: '#456' })
      .raw()
      .toBuffer({ resolveWithObject: true })
    const before = await faces.detect(photo)
    const after = await faces.detect({ width, height: taller, colour: data })
    for (const { box } of before) {
      const moved = { ...box, top: (box.top * height + 600) / taller, bottom: (box.bottom * height + 600) / taller }
      expect(Math.max(...after.map((face) => iouOf(face.box, moved)))).toBeGreaterThan(0.7)
    }
  })
})

describe('how pixels become numbers', () => {
  const rgb = Uint8Array.from([10, 20, 30, 11, 21, 31, 12, 22, 32, 13, 23, 33])
  const plain = { size: 2, mean: [0, 0, 0], deviation: [1, 1, 1] } as const

  it.each<[string, Partial<Parameters<typeof toTensorData>[1]>, number[]]>([
    ['planes of RGB', {}, [10, 11, 12, 13, 20, 21, 22, 23, 30, 31, 32, 33]],
    ['planes of BGR', { channels: 'BGR' }, [30, 31, 32, 33, 20, 21, 22, 23, 10, 11, 12, 13]],
    ['pixels of RGB', { layout: 'NHWC' }, [...rgb]],
    ['pixels of BGR', { layout: 'NHWC', channels: 'BGR' }, [30, 20, 10, 31, 21, 11, 32, 22, 12, 33, 23, 13]],
    [
      'mean and deviation, in the order of the channels',
      { layout: 'NHWC', channels: 'BGR', mean: [30, 20, 10], deviation: [1, 2, 4] },
      [0, 0, 0, 1, 0.5, 0.25, 2, 1, 0.5, 3, 1.5, 0.75],
    ],
  ])('%s', (_name, options, expected) => {
    expect([...toTensorData(rgb, { ...plain, ...options })]).toEqual(expected)
  })
})

describe('COCO', () => {
  it('has its eighty names in the order of the class numbers', () => {
    expect(COCO_NAMES).toHaveLength(80)
    expect([0, 2, 13, 14, 23, 39, 79].map((coco) => COCO_NAMES[coco])).toEqual([
      ...['person', 'car', 'bench', 'bird', 'giraffe', 'bottle', 'toothbrush'],
    ])
  })

  it.each([
    ['person', 'person'],
    ['truck', 'car'],
    ['motorcycle', 'other'],
    ['airplane', 'other'],
    ['zebra', 'animal'],
    ['teddy bear', 'product'],
    ['bench', 'product'],
    ['potted plant', 'other'],
    ['stop sign', 'other'],
  ])('%s is %s', (name, subjectClass) => {
    expect(subjectClassOf(COCO_NAMES.indexOf(name))).toBe(subjectClass)
  })
})
