/** Steps that draw a face anew, on a drawn person whose points are known. */
import { describe, expect, it } from 'vitest'
import { MESH } from '../../src/imaging/detect/faces/mesh.js'
import type { Point } from '../../src/imaging/raster/point.js'
import { lumaPlane } from '../../src/imaging/style/canvas.js'
import { headPartsOf } from '../../src/imaging/style/head-parts.js'
import { describeScene, photoCanvas, type Scene } from '../../src/imaging/style/scene.js'
import { eyes } from '../../src/imaging/style/steps/eyes.js'
import { flesh } from '../../src/imaging/style/steps/flesh.js'
import { glasses } from '../../src/imaging/style/steps/glasses.js'
import { light } from '../../src/imaging/style/steps/light.js'
import { surfaceOf } from '../../src/imaging/style/surface.js'
import { type Drawing, drawPortrait } from '../fixtures/drawn-portrait.js'

const network = { styles: [], paint: () => Promise.reject(new Error('not needed')) } as never
const tools = { network }

async function sceneOf(drawing: Drawing = {}): Promise<Scene> {
  const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80, ...drawing })
  return (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }))(photo.width, photo.height)
}

const lumaAt = (colour: Uint8ClampedArray, { width }: Scene, { x, y }: Point): number =>
  lumaPlane(
    colour.subarray((Math.floor(y) * width + Math.floor(x)) * 3, (Math.floor(y) * width + Math.floor(x)) * 3 + 3),
  )[0]!

describe('drawn eyes', () => {
  it('have whites around a dark pupil', async () => {
    const scene = await sceneOf()
    const canvas = photoCanvas(scene)
    await eyes.paint(canvas, scene, { look: 'anime' }, tools)
    const { pupils, mesh } = scene.faces[0]!
    expect(lumaAt(canvas.colour, scene, pupils.left)).toBeLessThan(0.25)
    const [outer, inner] = [mesh[MESH.leftEye.outer]!, mesh[MESH.leftEye.inner]!]
    const row = Array.from({ length: 40 }, (_, k) =>
      lumaAt(canvas.colour, scene, { x: inner.x + ((outer.x - inner.x) * k) / 40, y: outer.y + 1 }),
    )
    expect(Math.max(...row)).toBeGreaterThan(0.75)
  })

  it('stay closed when they are closed', async () => {
    const scene = await sceneOf({ lidGap: 0.01 })
    const canvas = photoCanvas(scene)
    await eyes.paint(canvas, scene, { look: 'film' }, tools)
    expect(Math.max(...lumaPlane(canvas.colour))).toBeLessThan(0.7)
  })
})

describe('hair of the colour of skin', () => {
  it('is told from skin by its strands', async () => {
    const hairAbove = async (striped: boolean): Promise<number> => {
      const { photo, alpha, face } = drawPortrait({ width: 300, height: 360, D: 80, hair: 0.2 })
      const top = face.mesh[10]!
      // Lighter and darker by an eighth: the hue is that of the skin.
      const end = Math.floor(top.y) * photo.width * 3
      for (let at = 0; striped && at < end; at++) photo.colour[at]! *= Math.floor(at / 3) % 4 < 2 ? 0.88 : 1.12
      const scene = await (await describeScene({ ...photo, alpha, faces: [face], seed: 1 }))(photo.width, photo.height)
      const { hair } = headPartsOf(scene)
      return hair[Math.round(top.y - 14) * photo.width + Math.round(top.x)]!
    }
    expect(await hairAbove(true)).toBeGreaterThan(0.8)
    expect(await hairAbove(false)).toBeLessThan(0.2)
  })
})

describe('flesh', () => {
  it('is one tone, the eyes gone from it', async () => {
    const scene = await sceneOf({ person: [90, 60, 48] })
    const canvas = photoCanvas(scene)
    await flesh.paint(canvas, scene, { flat: 1 }, tools)
    const { pupils, mesh } = scene.faces[0]!
    const skin = (90 * 0.299 + 60 * 0.587 + 48 * 0.114) / 255
    for (const point of [pupils.left, pupils.right, mesh[MESH.noseTip]!]) {
      expect(lumaAt(canvas.colour, scene, point)).toBeCloseTo(skin, 1)
    }
  })
})

describe('light', () => {
  it('falls on a round surface: its edges face away from the middle', async () => {
    const scene = await sceneOf()
    const { x, z } = surfaceOf(scene)
    const row = Math.floor(scene.faces[0]!.mesh[MESH.noseTip]!.y) * scene.width
    const inside = Array.from({ length: scene.width }, (_, k) => k).filter((k) => scene.subject[row + k]! > 0.5)
    const [left, right] = [row + inside[1]!, row + inside.at(-2)!]
    expect(x[left]!).toBeLessThan(-0.3)
    expect(x[right]!).toBeGreaterThan(0.3)
    expect(z[row + inside[inside.length >> 1]!]!).toBeGreaterThan(0.9)
  })

  it('darkens one side and leaves the background alone', async () => {
    const scene = await sceneOf()
    const canvas = photoCanvas(scene)
    await light.paint(canvas, scene, { kind: 'soft' }, tools)
    const [before, after] = [lumaPlane(scene.photo), lumaPlane(canvas.colour)]
    expect(after[5]).toBeCloseTo(before[5]!, 2)
    const nose = scene.faces[0]!.mesh[MESH.noseTip]!
    const at = (offset: number): number => after[Math.floor(nose.y) * scene.width + Math.floor(nose.x + offset)]!
    expect(Math.abs(at(-40) - at(40))).toBeGreaterThan(0.05)
  })
})

describe('glasses', () => {
  it('are not invented', async () => {
    const scene = await sceneOf()
    const canvas = photoCanvas(scene)
    await glasses.paint(canvas, scene, {}, tools)
    expect(Buffer.compare(Buffer.from(canvas.colour), scene.photo)).toBe(0)
  })
})
