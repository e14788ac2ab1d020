/** The real detectors on the sample photo: four people at a table, all facing the camera. */
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { decodePhoto } from '../../src/imaging/codec/decode.js'
import { areaOf, containmentOf, iouOf } from '../../src/imaging/detect/boxes.js'
import { loadBlazeFace } from '../../src/imaging/detect/faces/blazeface.js'
import { createFaceDetector, type FaceDetector } from '../../src/imaging/detect/faces/face-boxes.js'
import { loadFaceMesh } from '../../src/imaging/detect/faces/mesh.js'
import { COCO_NAMES } from '../../src/imaging/detect/objects/coco.js'
import { loadObjectDetector, type ObjectDetector } from '../../src/imaging/detect/objects/nanodet.js'
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
  const { nanodet, blazeface, facemesh } = await createModelStore(repositoryModels, loadManifest()).networks()
  objects = await loadObjectDetector(nanodet!, 2)
  faces = createFaceDetector({
    detector: await loadBlazeFace(blazeface!, 2),
    mesh: await loadFaceMesh(facemesh!, 2),
  })
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
