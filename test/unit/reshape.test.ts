/** Faces get the proportions of a drawn character: photo, matte and mesh alike, and nothing beyond the head moves. */
import { describe, expect, it } from 'vitest'
import { MESH } from '../../src/imaging/detect/faces/mesh.js'
import { distanceOf } from '../../src/imaging/raster/point.js'
import type { SceneSource } from '../../src/imaging/style/scene.js'
import { reshape } from '../../src/imaging/style/sitter/reshape.js'
import { drawPortrait } from '../fixtures/drawn-portrait.js'

const drawn = drawPortrait({ width: 300, height: 360, D: 60 })
const source: SceneSource = { ...drawn.photo, alpha: drawn.alpha, faces: [drawn.face], seed: 1 }
const large = { head: 1, eyes: 1.4, nose: 1, jaw: 1 }

const eyeWidth = ({ faces }: SceneSource): number =>
  distanceOf(faces[0]!.mesh[MESH.leftEye.outer]!, faces[0]!.mesh[MESH.leftEye.inner]!)

/** The drawn pupils are the only dark pixels. */
const darkPixels = ({ colour }: SceneSource): number => {
  let count = 0
  for (let at = 0; at < colour.length; at += 3) if (colour[at]! + colour[at + 1]! + colour[at + 2]! < 130) count++
  return count
}

describe('reshaping', () => {
  it('enlarges eyes on the photo as much as in the mesh', () => {
    const shaped = reshape(source, large, 1)
    const grown = eyeWidth(shaped) / eyeWidth(source)
    expect(grown).toBeGreaterThan(1.15)
    expect(darkPixels(shaped) / darkPixels(source)).toBeGreaterThan(1.3)
    const { x, y } = shaped.faces[0]!.pupils.left
    expect(shaped.colour[(Math.floor(y) * source.width + Math.floor(x)) * 3]).toBeLessThan(60)
  })

  it('makes the lower face smaller, with its matte', () => {
    const shaped = reshape(source, { head: 1, eyes: 1, nose: 1, jaw: 0.8 }, 1)
    expect(shaped.faces[0]!.mesh[MESH.chin]!.y).toBeLessThan(source.faces[0]!.mesh[MESH.chin]!.y - 2)
    expect(Buffer.compare(shaped.alpha!, source.alpha!)).not.toBe(0)
  })

  it('enlarges a head that has room around it, and leaves one that fills the picture', () => {
    const head = { head: 1.4, eyes: 1, nose: 1, jaw: 1 }
    const grown = (D: number): number => {
      const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D })
      const small: SceneSource = { ...photo, alpha, faces: [face], seed: 1 }
      return eyeWidth(reshape(small, head, 1)) / eyeWidth(small)
    }
    expect(grown(30)).toBeGreaterThan(1.2)
    expect(grown(110)).toBeCloseTo(1, 5)
  })

  it('leaves a source of buffers alone', () => {
    const buffers = { ...source, colour: Buffer.from(drawn.photo.colour), alpha: Buffer.from(drawn.alpha) }
    reshape(buffers, { head: 1, eyes: 1.4, nose: 1, jaw: 0.8 }, 1)
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
