/** Flat tints and ink of a comic, on drawn faces whose light is known. */
import { describe, expect, it } from 'vitest'
import { MESH } from '../../src/imaging/detect/faces/mesh.js'
import { type Canvas, lumaPlane } from '../../src/imaging/style/pixels/canvas.js'
import { describeScene, photoCanvas, type Scene } from '../../src/imaging/style/scene.js'
import { BROW_OUTLINES, LIPS_OUTLINE, MOUSTACHE_OUTLINE } from '../../src/imaging/style/sitter/face-parts.js'
import { paintStep } from '../../src/imaging/style/steps.js'
import { drawPortrait } from '../fixtures/drawn-portrait.js'

const [WIDTH, HEIGHT, D] = [300, 360, 80]
const SKIN = [200, 145, 118] as const
/** From the middle of the nose, in pixels. */
const [BROW, LIPS, ABOVE_LIPS] = [
  { left: -34, right: -10, top: -48, bottom: -40 },
  { left: -20, right: 20, top: 18, bottom: 28 },
  { left: -22, right: 22, top: 6, bottom: 16 },
]
type Area = typeof BROW

interface Face {
  readonly scene: Scene
  readonly nose: { readonly x: number; readonly y: number }
}

/** Skin in a light given from the middle of the nose, at a tone; brows, lips and what is above them lie where they are drawn. */
async function faceIn(lightAt: (x: number, y: number) => number, tone = 1): Promise<Face> {
  const { photo, alpha, face } = drawPortrait({ width: WIDTH, height: HEIGHT, D })
  const { x, y } = face.mesh[MESH.noseTip]!
  const nose = { x: Math.round(x), y: Math.round(y) }
  const mesh = [...face.mesh]
  const place = (outline: readonly number[], { left, right, top, bottom }: Area): void => {
    for (const [k, point] of outline.entries()) {
      const half = outline.length / 2
      const along = k < half ? k / (half - 1) : (outline.length - 1 - k) / (half - 1)
      mesh[point] = { x: x + left + (right - left) * along, y: y + (k < half ? top : bottom), z: 0 }
    }
  }
  place(MOUSTACHE_OUTLINE, ABOVE_LIPS)
  place(LIPS_OUTLINE, LIPS)
  place(BROW_OUTLINES[0]!, BROW)
  place(BROW_OUTLINES[1]!, { ...BROW, left: -BROW.right, right: -BROW.left })
  const colour = Uint8Array.from({ length: WIDTH * HEIGHT * 3 }, (_, at) => {
    const i = Math.floor(at / 3)
    return SKIN[at % 3]! * tone * lightAt((i % WIDTH) - nose.x, Math.floor(i / WIDTH) - nose.y)
  })
  const source = { ...photo, colour, alpha, faces: [{ ...face, mesh }], seed: 3 }
  return { scene: await (await describeScene(source))(WIDTH, HEIGHT), nose }
}

function flatsOf(scene: Scene): Canvas {
  const canvas = photoCanvas(scene)
  paintStep(canvas, scene, { do: 'flats' })
  return canvas
}

function valuesIn(plane: Float32Array, { nose }: Face, { left, right, top, bottom }: Area): number[] {
  const values: number[] = []
  for (let y = top; y < bottom; y++)
    for (let x = left; x < right; x++) values.push(plane[(nose.y + y) * WIDTH + nose.x + x]!)
  return values
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const inside = ({ left, right, top, bottom }: Area, x: number, y: number): boolean =>
  x >= left && x < right && y >= top && y < bottom
const CHEEKS: Area = { left: -42, right: 42, top: -34, bottom: 14 }

describe('flat tints', () => {
  it.each([1, 0.6, 0.32])(
    'give skin at the tone %d a lit side, a half tone and a shade with clean edges',
    async (tone) => {
      const face = await faceIn((x) => 0.85 - 0.006 * x, tone)
      const { scene } = face
      const bare = [...scene.skin.keys()].filter((i) => scene.skin[i]! > 0.8 && scene.features[i]! < 0.05)
      const printed = lumaPlane(flatsOf(scene).colour)
      const tones = new Map<number, number>()
      for (const i of bare) {
        const level = Math.round(printed[i]! * 128)
        tones.set(level, (tones.get(level) ?? 0) + 1)
      }
      const shares = [...tones.values()].map((count) => count / bare.length).toSorted((a, b) => b - a)
      expect(shares.filter((share) => share > 0.03).length).toBeGreaterThanOrEqual(3)
      expect(shares.slice(0, 8).reduce((sum, share) => sum + share, 0)).toBeGreaterThan(0.8)
      const change = meanOf(bare.map((i) => printed[i]!)) - meanOf(bare.map((i) => scene.luma[i]!))
      expect(Math.abs(change)).toBeLessThan(0.1)
    },
  )

  it('show a fair brow at least as clearly as the photo, and shine nowhere beside it', async () => {
    const face = await faceIn((x, y) => (inside(BROW, x, y) ? 0.88 : 1))
    const printed = lumaPlane(flatsOf(face.scene).colour)
    const around = { ...BROW, top: BROW.bottom + 12, bottom: BROW.bottom + 16 }
    const skin = meanOf(valuesIn(printed, face, around))
    expect(meanOf(valuesIn(printed, face, { ...BROW, top: BROW.top + 2, bottom: BROW.bottom - 2 }))).toBeLessThan(
      0.88 * skin,
    )
    const near = { ...BROW, top: BROW.top - 6, bottom: BROW.bottom + 6 }
    expect(Math.max(...valuesIn(printed, face, near))).toBeLessThan(1.03 * skin)
  })

  it('give lips no colour that they lack', async () => {
    const face = await faceIn((x, y) => (inside(LIPS, x, y) ? 0.85 : 1))
    const { colour } = flatsOf(face.scene)
    const pink = Float32Array.from({ length: WIDTH * HEIGHT }, (_, i) => {
      const [r, g, b] = [colour[3 * i]!, colour[3 * i + 1]!, colour[3 * i + 2]!]
      return (r + b - 2 * g) / (r + g + b + 1)
    })
    const [lips, skin] = [meanOf(valuesIn(pink, face, LIPS)), meanOf(valuesIn(pink, face, CHEEKS))]
    expect(lips).toBeLessThan(skin + 0.02)
  })

  it('leave a spot out, and keep a shape', async () => {
    const darkest = async (size: number): Promise<number> => {
      const spot = { left: 20, right: 20 + size, top: -10, bottom: -10 + size }
      const face = await faceIn((x, y) => (inside(spot, x, y) ? 0.78 : 1))
      const printed = lumaPlane(flatsOf(face.scene).colour)
      return Math.min(...valuesIn(printed, face, CHEEKS)) / Math.max(...valuesIn(printed, face, CHEEKS))
    }
    expect(await darkest(6)).toBeGreaterThan(0.95)
    expect(await darkest(22)).toBeLessThan(0.9)
  })
})

it('ink makes no moustache of the shade above a lip, and draws a fold as dark elsewhere', async () => {
  const shade: Area = { left: -20, right: 20, top: 10, bottom: 13 }
  const fold: Area = { left: -40, right: 0, top: -62, bottom: -59 }
  const face = await faceIn((x, y) => (inside(shade, x, y) || inside(fold, x, y) ? 0.75 : 1))
  const canvas = { width: WIDTH, height: HEIGHT, colour: new Uint8ClampedArray(WIDTH * HEIGHT * 3).fill(255) }
  paintStep(canvas, face.scene, { do: 'inking', width: 3, hard: true })
  const printed = lumaPlane(canvas.colour)
  expect(Math.min(...valuesIn(printed, face, fold))).toBeLessThan(0.4)
  const middle = { ...shade, left: -14, right: 14 }
  expect(meanOf(valuesIn(printed, face, middle))).toBeGreaterThan(0.9)
})
