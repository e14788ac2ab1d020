/** Faces get the proportions of a drawn character: photo, matte and mesh alike, and nothing beyond the head moves. */
import { describe, expect, it } from 'vitest'
import type { Face } from '../../src/imaging/detect/faces/find-faces.js'
import { MESH } from '../../src/imaging/detect/faces/mesh.js'
import { distanceOf } from '../../src/imaging/raster/point.js'
import type { SceneSource } from '../../src/imaging/style/scene.js'
import { faceHeightOf } from '../../src/imaging/style/sitter/face-regions.js'
import { reshape } from '../../src/imaging/style/sitter/reshape.js'
import { drawPortrait } from '../fixtures/drawn-portrait.js'

const drawn = drawPortrait({ width: 300, height: 360, D: 60 })
const source: SceneSource = { ...drawn.photo, alpha: drawn.alpha, faces: [drawn.face], seed: 1 }
const usual = { head: 1, eyes: 1, nose: 1, mouth: 1, jaw: 1 }
const large = { ...usual, eyes: 1.4 }
/** In the mesh. */
const MOUTH = { right: 61, left: 291, middle: 13 }

const eyeWidth = ({ faces }: SceneSource): number =>
  distanceOf(faces[0]!.mesh[MESH.leftEye.outer]!, faces[0]!.mesh[MESH.leftEye.inner]!)

/** The drawn pupils are the only dark pixels. */
const darkPixels = ({ colour }: SceneSource): number => {
  let count = 0
  for (let at = 0; at < colour.length; at += 3) if (colour[at]! + colour[at + 1]! + colour[at + 2]! < 130) count++
  return count
}

/** By how many rows, so that hair nearly touches the border. */
const HIGHER = 75

describe('reshaping', () => {
  it('enlarges eyes on the photo as much as in the mesh', () => {
    const shaped = reshape(source, large, 1)
    const grown = eyeWidth(shaped) / eyeWidth(source)
    expect(grown).toBeGreaterThan(1.1)
    expect(darkPixels(shaped) / darkPixels(source)).toBeGreaterThan(1.15)
    const { x, y } = shaped.faces[0]!.pupils.left
    expect(shaped.colour[(Math.floor(y) * source.width + Math.floor(x)) * 3]).toBeLessThan(60)
  })

  it('makes the lower face smaller, with its matte', () => {
    const shaped = reshape(source, { head: 1, eyes: 1, nose: 1, mouth: 1, jaw: 0.8 }, 1)
    expect(shaped.faces[0]!.mesh[MESH.chin]!.y).toBeLessThan(source.faces[0]!.mesh[MESH.chin]!.y - 2)
    expect(Buffer.compare(shaped.alpha!, source.alpha!)).not.toBe(0)
  })

  it.each([
    { D: 30, least: 1.1 },
    { D: 110, least: 1.1 },
    // What was cut off by the border is not any more.
    { D: 190, least: 0.8 },
  ])('enlarges a head as far as it stays in the picture, at an eye distance of $D', ({ D, least }) => {
    const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D })
    const before: SceneSource = { ...photo, alpha, faces: [face], seed: 1 }
    const shaped = reshape(before, { head: 1.4, eyes: 1, nose: 1, mouth: 1, jaw: 1 }, 1)
    const grown = eyeWidth(shaped) / eyeWidth(before)
    expect(grown).toBeGreaterThan(least)
    expect(Math.max(...shaped.alpha!.subarray(0, 300))).toBe(0)
  })

  it('stresses what is individual: a wide mouth becomes wider than a usual one', () => {
    const { mesh } = drawn.face
    const mouth = (width: number): Face => {
      const smiling = mesh.slice()
      const [lips, half] = [mesh[MOUTH.middle]!, (width * faceHeightOf({ mesh })) / 2]
      smiling[MOUTH.right] = { ...lips, x: lips.x - half }
      smiling[MOUTH.left] = { ...lips, x: lips.x + half }
      return { ...drawn.face, mesh: smiling }
    }
    const widthOf = ({ mesh }: Face): number => distanceOf(mesh[MOUTH.right]!, mesh[MOUTH.left]!)
    const grown = (face: Face): number =>
      widthOf(reshape({ ...source, faces: [face] }, usual, 1).faces[0]!) / widthOf(face)
    expect(grown(mouth(0.44))).toBeGreaterThan(grown(mouth(0.37)) * 1.05)
  })

  it('makes the figure smaller to make room above a head', () => {
    const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 60 })
    const up = 300 * HIGHER
    const raised = { ...face, mesh: face.mesh.map((point) => ({ ...point, y: point.y - HIGHER })) }
    const higher: SceneSource = {
      ...photo,
      colour: new Uint8Array([...photo.colour.subarray(up * 3), ...photo.colour.subarray(0, up * 3)]),
      alpha: new Uint8Array([...alpha.subarray(up), ...new Uint8Array(up)]),
      faces: [raised],
      seed: 1,
    }
    const shaped = reshape(higher, { head: 1.3, eyes: 1, nose: 1, mouth: 1, jaw: 1 }, 1)
    expect(Math.max(...shaped.alpha!.subarray(0, 300))).toBe(0)
    const middle = ({ faces }: SceneSource): number => faces[0]!.mesh[MESH.noseTip]!.y
    expect(middle(shaped)).toBeGreaterThan(middle(higher) + 5)
  })

  it('leaves a source of buffers alone', () => {
    const buffers = { ...source, colour: Buffer.from(drawn.photo.colour), alpha: Buffer.from(drawn.alpha) }
    reshape(buffers, { head: 1, eyes: 1.4, nose: 1, mouth: 1, jaw: 0.8 }, 1)
    expect(buffers.colour.equals(drawn.photo.colour)).toBe(true)
    expect(buffers.alpha.equals(drawn.alpha)).toBe(true)
  })

  it('leaves the source alone, and what is far from the head', () => {
    const before = source.colour.slice()
    const shaped = reshape(source, large, 1)
    expect(Buffer.compare(source.colour, before)).toBe(0)
    const rows = source.width * 3 * 30
    expect(Buffer.compare(shaped.colour.subarray(0, rows), before.subarray(0, rows))).toBe(0)
    expect(Buffer.compare(shaped.colour.subarray(-rows), before.subarray(-rows))).toBe(0)
  })

  it('does nothing without strength or faces', () => {
    expect(reshape(source, large, 0)).toBe(source)
    const faceless = { ...source, faces: [] }
    expect(reshape(faceless, large, 1)).toBe(faceless)
  })
})
