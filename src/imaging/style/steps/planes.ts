/**
 * Cubist planes: long straight cuts divide the picture; each plane shows it slightly displaced and in its own tone, and
 * is shaded from one of its edges. Eyes and mouth stay in place.
 */
import { Type } from 'typebox'
import { hexColour, lumaOf, type Rgb } from '../canvas.js'
import { scaled } from '../colours.js'
import { hashNoise } from '../noise.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex, share } from '../step.js'

export const planes = defineStep(
  {
    cuts: amount(3, 30),
    /** How far a plane is displaced. */
    shift: amount(0, 80),
    /** How dark the shading along edges is, and how far it reaches. */
    shade: share(),
    reach: amount(5, 300),
    /** Planes are tinted with these in turn. */
    colours: Type.Array(hex(), { minItems: 1, maxItems: 8 }),
    tint: share(),
  },
  (canvas, scene, { cuts = 14, shift = 18, shade = 0.5, reach = 90, colours, tint = 0.5 }) => {
    const { width, height, colour } = canvas
    const source = colour.slice()
    const lines = placeCuts(scene, Math.round(cuts))
    const slopes = Float64Array.from(lines, ({ nx }) => nx)
    /** How far the beginning of the row is on one side of each cut. */
    const starts = new Float64Array(lines.length)
    const inks = colours.map(hexColour)
    const far = shift * scene.unit
    const soft = reach * scene.unit
    let last = planeOf(0, inks, scene.seed)
    for (let y = 0, i = 0; y < height; y++) {
      for (const [k, { ny, at }] of lines.entries()) starts[k] = y * ny - at
      for (let x = 0; x < width; x++, i++) {
        let plane = 0
        let nearest = soft
        let lit = 1
        for (let k = 0; k < slopes.length; k++) {
          const side = x * slopes[k]! + starts[k]!
          plane = (plane * 2 + (side > 0 ? 1 : 0)) | 0
          const distance = side > 0 ? side : -side
          if (distance < nearest) {
            nearest = distance
            lit = side > 0 ? 1 : -1
          }
        }
        if (plane !== last.plane) last = planeOf(plane, inks, scene.seed)
        const onFace = Math.max(scene.features[i]!, scene.skin[i]! * 0.8)
        const moved = far * (1 - Math.min(1, scene.features[i]! * 1.5)) * (1 - scene.skin[i]! * 0.6)
        const fromX = clampTo(x + last.dx * moved, width)
        const fromY = clampTo(y + last.dy * moved, height)
        // Faces keep their outline: a wall that is moved over a cheek looks like damage.
        const there = fromY * width + fromX
        const from = Math.abs(scene.skin[there]! - scene.skin[i]!) > 0.3 ? i * 3 : there * 3
        const luma = lumaOf(source[from]!, source[from + 1]!, source[from + 2]!)
        const edge = 1 - nearest / soft
        const light = 1 + edge * edge * lit * shade * 0.55 * (1 - onFace * 0.55)
        const share = tint * (1 - onFace * 0.9)
        for (let c = 0; c < 3; c++) {
          const own = source[from + c]!
          colour[i * 3 + c] = (own + (last.ink[c]! * luma - own) * share) * light
        }
      }
    }
  },
)

interface Plane {
  readonly plane: number
  /** Which way it is displaced, -1..1. */
  readonly dx: number
  readonly dy: number
  /** Its colour at a brightness of 1. */
  readonly ink: Rgb
}

function planeOf(plane: number, inks: readonly Rgb[], seed: number): Plane {
  const ink = inks[Math.floor(hashNoise(plane, 3, seed) * inks.length)]!
  return {
    plane,
    dx: (hashNoise(plane, 1, seed) - 0.5) * 2,
    dy: (hashNoise(plane, 2, seed) - 0.5) * 2,
    ink: scaled(ink, 1 / Math.max(1, lumaOf(...ink))),
  }
}

interface Cut {
  readonly nx: number
  readonly ny: number
  readonly at: number
}

/** Mostly steep, through points all over the picture. */
function placeCuts({ width, height, seed }: Scene, count: number): Cut[] {
  return Array.from({ length: count }, (_, k) => {
    const angle = (hashNoise(k, 5, seed) - 0.5) * 2.2 + (k % 3 === 0 ? Math.PI / 2 : 0)
    const [nx, ny] = [Math.cos(angle), Math.sin(angle)]
    const x = ((k + 0.2 + 0.6 * hashNoise(k, 6, seed)) / count) * width
    const y = hashNoise(k, 7, seed) * height
    return { nx, ny, at: x * nx + y * ny }
  })
}

const clampTo = (at: number, length: number): number => Math.min(length - 1, Math.max(0, Math.round(at)))
