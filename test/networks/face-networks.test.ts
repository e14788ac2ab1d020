/** The networks of the face: as numbers against stored answers, then on the sample photo and what can be made of it. */
import path from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { loadPortraits } from '../../eval/evaluation-set.js'
import { loadBlazeFace } from '../../src/imaging/detect/faces/blazeface.js'
import { createFaceFinder, type Face, type FindFaces } from '../../src/imaging/detect/faces/find-faces.js'
import { loadPupilFinder } from '../../src/imaging/detect/faces/irises.js'
import { loadFaceMesh, MESH } from '../../src/imaging/detect/faces/mesh.js'
import { chooseFace } from '../../src/imaging/id-photo/choose-face.js'
import { runFaceHints } from '../../src/imaging/id-photo/face-hints.js'
import { poseOf } from '../../src/imaging/id-photo/pose.js'
import type { FaceHintsOutcome, FaceMeasures } from '../../src/imaging/job.js'
import { openNetwork } from '../../src/imaging/networks/open-network.js'
import { angleOf, distanceOf } from '../../src/imaging/raster/point.js'
import { loadManifest } from '../../src/models/manifest.js'
import { createModelStore, type ReadyNetwork } from '../../src/models/store.js'
import { evaluationSet, repositoryModels, samplePhoto } from '../support/project.js'
import { samplePerson } from '../support/sample-person.js'
import { temporaryFolder } from '../support/temporary-folder.js'

let networks: Record<string, ReadyNetwork>
let findFaces: FindFaces

beforeAll(async () => {
  networks = await createModelStore(repositoryModels, loadManifest()).networks()
  findFaces = createFaceFinder({
    detector: await loadBlazeFace(networks.blazeface!, 2),
    mesh: await loadFaceMesh(networks.facemesh!, 2),
    findPupils: await loadPupilFinder(networks.iris!, 2),
  })
})

/** Smooth waves and a bright spot, the same on every machine. */
function pattern(size: number): Uint8Array {
  const rgb = new Uint8Array(size * size * 3)
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const [u, v] = [(x + 0.5) / size - 0.5, (y + 0.5) / size - 0.5]
      for (let c = 0; c < 3; c++, at++) {
        const waves = 70 * Math.cos(9 * u + c) * Math.sin(7 * v + 1)
        rgb[at] = Math.round(128 + waves + 50 * Math.exp(-12 * (u * u + v * v)))
      }
    }
  }
  return rgb
}

describe('imported networks say what the originals say', () => {
  // From the original files by an independent converter, which was checked against the original runtime.
  it.each<[string, string, number, Record<number, number>]>([
    ['facemesh', 'Identity_2', 1404, { 0: 79.1119, 1: 121.2446, 2: -9.486, 100: 76.4364, 151: 99.0808, 1403: -3.5495 }],
    ['facemesh', 'Identity_1', 1, { 0: 0.0002 }],
    ['iris', 'Identity', 228, { 0: 32.443, 1: 38.229, 2: 9.3351, 100: 43.2916, 151: 29.2255, 227: -12.0867 }],
  ])('%s %s', async (id, output, length, expected) => {
    const network = await openNetwork(networks[id]!, 1)
    const answer = (await network.run(pattern(network.size)))[output]!
    expect(answer).toHaveLength(length)
    // Other processors add up in another order.
    for (const [i, value] of Object.entries(expected)) expect(Math.abs(answer[Number(i)]! - value)).toBeLessThan(0.01)
  })
})

async function facesIn(picture: Sharp): Promise<readonly Face[]> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return findFaces({ width: info.width, height: info.height, colour: data })
}

const rollOf = ({ pupils }: Face): number => (angleOf(pupils.left, pupils.right) * 180) / Math.PI

describe('the sample photo: four people at a table', () => {
  let upright: readonly Face[]
  beforeAll(async () => {
    upright = await facesIn(sharp(samplePhoto))
  })

  it('has four faces with their points in plausible places', () => {
    expect(upright).toHaveLength(4)
    for (const { score, pupils, mesh, box } of upright) {
      expect(score).toBeGreaterThan(0.8)
      const eyes = distanceOf(pupils.left, pupils.right)
      expect(pupils.left.x).toBeLessThan(pupils.right.x)
      expect(eyes / box.width).toBeGreaterThan(0.3)
      expect(mesh[MESH.chin]!.y).toBeGreaterThan(Math.max(pupils.left.y, pupils.right.y) + eyes)
      for (const [pupil, corners] of [
        [pupils.left, MESH.rightEye],
        [pupils.right, MESH.leftEye],
      ] as const) {
        const width = distanceOf(mesh[corners.outer]!, mesh[corners.inner]!)
        for (const corner of [corners.outer, corners.inner])
          expect(distanceOf(pupil, mesh[corner]!)).toBeLessThan(width)
      }
    }
  })

  it('is a group: it cannot be one person’s ID photo', () => {
    expect(() => chooseFace(upright, 1537)).toThrow('More than one face was found')
  })

  it.each([0.35, 2])('shows the same points at %d of its size', async (factor) => {
    const { width } = await sharp(samplePhoto).metadata()
    const resized = await facesIn(sharp(samplePhoto).resize({ width: Math.round(width * factor) }))
    expect(resized).toHaveLength(4)
    const nearest = (face: Face): Face =>
      resized.toSorted(
        (a, b) => Math.abs(a.box.left - face.box.left * factor) - Math.abs(b.box.left - face.box.left * factor),
      )[0]!
    for (const face of upright) {
      const other = nearest(face)
      const eyes = distanceOf(face.pupils.left, face.pupils.right)
      for (const side of ['left', 'right'] as const) {
        const there = { x: other.pupils[side].x / factor, y: other.pupils[side].y / factor }
        expect(distanceOf(face.pupils[side], there) / eyes).toBeLessThan(0.06)
      }
    }
  })

  it('turned upside down, its faces are upside down and therefore refused', async () => {
    const turned = await facesIn(sharp(samplePhoto).rotate(180))
    expect(turned.length).toBeGreaterThanOrEqual(2)
    for (const face of turned) {
      expect(Math.abs(rollOf(face))).toBeGreaterThan(150)
      expect(() => poseOf(face)).toThrow('turned or tilted too far')
    }
  })

  it('a tilt of 15 degrees is measured', async () => {
    const tilted = await facesIn(sharp(samplePhoto).rotate(15, { background: '#888' }))
    expect(tilted).toHaveLength(4)
    const mean = (faces: readonly Face[]): number => faces.reduce((sum, face) => sum + rollOf(face), 0) / faces.length
    expect(Math.abs(mean(tilted) - mean(upright) - 15)).toBeLessThan(2)
  })

  it('small faces in a large photo are found in its parts', async () => {
    const tiny = sharp(samplePhoto).resize({ width: 500 }).extend({ top: 2100, left: 3500, background: '#567' })
    expect((await facesIn(tiny)).length).toBeGreaterThanOrEqual(1)
  })

  it('finds no face where there is none', async () => {
    const grey = { create: { width: 900, height: 700, channels: 3, background: '#987' } } as const
    expect(await facesIn(sharp(grey))).toEqual([])
    const waves = sharp(pattern(512), { raw: { width: 512, height: 512, channels: 3 } })
    expect(await facesIn(waves)).toEqual([])
  })
})

describe('portraits of the evaluation set', async () => {
  const portraits = await loadPortraits(evaluationSet)

  it.skipIf(!portraits)('one face, none or several: as the set says', async () => {
    for (const { id, file, faces } of portraits ?? []) {
      const { height } = await sharp(file).metadata()
      const found = await facesIn(sharp(file))
      const choose = () => chooseFace(found, height)
      if (faces === 'one') expect(choose, id).not.toThrow()
      else expect(choose, id).toThrow(faces === 'none' ? 'No face was found' : 'More than one face was found')
    }
  })
})

describe('a frame of a camera', () => {
  const folder = temporaryFolder()
  const lookAt = async (picture: Sharp) => {
    const input = path.join(folder, 'frame.jpg')
    await picture.jpeg().toFile(input)
    const tools = { findFaces, limits: { pixels: 1e6, minSide: 32, maxSide: 10_000 } }
    const made = await runFaceHints({ kind: 'face-hints' }, { input }, tools, async (_phase, work) => work())
    return (made as Pick<FaceHintsOutcome, 'look'>).look
  }
  const person = async (): Promise<Sharp> => sharp(await samplePerson()).resize({ height: 640 })

  it('with one face becomes numbers, where the face is', async () => {
    const look = await lookAt(await person())
    expect(look).toMatchObject({ face: { eyesClosed: false, eyesHidden: false, mouthOpen: false } })
    const { eyes, head, light } = (look as { face: FaceMeasures }).face
    const [face] = await facesIn(await person())
    expect(eyes.x * 640 * (618 / 795)).toBeCloseTo((face!.pupils.left.x + face!.pupils.right.x) / 2, -1)
    expect(head * 640).toBeGreaterThan(face!.box.height)
    expect(light.highlights).toBeGreaterThan(100)
    const dark = await lookAt((await person()).linear(0.2, 0))
    expect((dark as { face: FaceMeasures }).face.light.highlights).toBeLessThan(60)
  })

  it('with none, or several, is told apart; one that is too large is refused', async () => {
    expect(await lookAt(sharp({ create: { width: 640, height: 480, channels: 3, background: '#888' } }))).toEqual({
      refused: 'no_face',
    })
    expect(await lookAt(sharp(samplePhoto).resize({ width: 640 }))).toEqual({ refused: 'several_faces' })
    await expect(lookAt((await person()).resize({ height: 641 }))).rejects.toThrow('may be at most 640')
  })
})
