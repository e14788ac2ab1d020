/**
 * What is behind the subject: blurred or replaced. Does nothing where no subject was found: then nothing in the picture
 * is background.
 */

import { Type } from 'typebox'
import { blur } from '../../raster/blur.js'
import { clamp01 } from '../../raster/clamp.js'
import { lengthOf } from '../../raster/point.js'
import { sampleAtTaps } from '../../raster/sample.js'
import { tapsFor } from '../../raster/taps.js'
import { type Canvas, hexColour, type Rgb, smoothstep } from '../canvas.js'
import { cloudNoise, sequence } from '../noise.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex, share } from '../step.js'

export const background = defineStep(
  {
    kind: Type.Enum(['blur', 'plain', 'gradient', 'cloud', 'rays', 'halo', 'sky']),
    /** One colour, or two: top and bottom, or centre and edge. Default: the background's mean colour. */
    colours: Type.Optional(Type.Array(hex(), { minItems: 1, maxItems: 2 })),
    amount: share(),
    /** Sigma of the blur. */
    radius: amount(1, 120),
    /** How ragged the edge of the subject is, as on wet paper. */
    ragged: amount(0, 40),
  },
  (canvas, scene, { kind, colours, amount: strength = 1, radius = 24, ragged = 0 }) => {
    if (!scene.hasSubject) return
    const cover = coverOf(scene, ragged * scene.unit)
    if (kind === 'blur') {
      blendBehind(canvas, cover, strength, blurredBackground(canvas, scene, radius * scene.unit))
      return
    }
    const first = colours ? hexColour(colours[0]!) : meanBackground(canvas, scene)
    const second = colours?.[1] ? hexColour(colours[1]) : first
    blendBehind(canvas, cover, strength, painted(kind, first, second, scene))
  },
)

type Paint = (x: number, y: number, to: Float32Array) => void

function blendBehind({ width, height, colour }: Canvas, cover: Float32Array, strength: number, paint: Paint): void {
  const pixel = new Float32Array(3)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const share = (1 - cover[i]!) * strength
      if (share <= 0.002) continue
      paint(x, y, pixel)
      for (let c = 0; c < 3; c++) {
        const at = i * 3 + c
        colour[at] = colour[at]! * (1 - share) + pixel[c]! * share
      }
    }
  }
}

function coverOf({ subject, width, height, seed, unit }: Scene, ragged: number): Float32Array {
  if (ragged <= 0) return subject
  const wide = blur(subject, width, height, ragged)
  const out = new Float32Array(subject.length)
  const scale = 1 / (14 * unit)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const limit = 0.12 + 0.3 * cloudNoise(x * scale, y * scale, seed + 7)
      out[i] = Math.max(subject[i]!, smoothstep(limit - 0.03, limit + 0.03, wide[i]!))
    }
  }
  return out
}

/** A blur of this many cells hides that it was computed on cells. */
const CELLS_PER_SIGMA = 4

/**
 * A blur that leaves the subject out, so that its colours do not bleed into the background. It is smooth, so a small
 * copy is enough to compute it.
 */
function blurredBackground({ width, height, colour }: Canvas, { subject }: Scene, sigma: number): Paint {
  const cell = Math.max(1, Math.floor(sigma / CELLS_PER_SIGMA))
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const [weight, red, green, blue] = Array.from({ length: 4 }, () => new Float32Array(columns * rows)) as FourPlanes
  for (let y = 0, i = 0; y < height; y++) {
    const row = Math.floor(y / cell) * columns
    for (let x = 0; x < width; x++, i++) {
      const at = row + Math.floor(x / cell)
      const share = (1 - subject[i]!) ** 2 + 1e-4
      weight[at]! += share
      red[at]! += colour[i * 3]! * share
      green[at]! += colour[i * 3 + 1]! * share
      blue[at]! += colour[i * 3 + 2]! * share
    }
  }
  const soft = [weight, red, green, blue].map((plane) => blur(plane, columns, rows, sigma / cell)) as FourPlanes
  const across = tapsFor(width, columns, columns * cell)
  const down = tapsFor(height, rows, rows * cell)
  return (x, y, to) => {
    const total = sampleAtTaps(soft[0], columns, across, x, down, y)
    for (let c = 0; c < 3; c++) to[c] = sampleAtTaps(soft[c + 1]!, columns, across, x, down, y) / total
  }
}

type FourPlanes = [Float32Array, Float32Array, Float32Array, Float32Array]

function meanBackground({ colour }: Canvas, { subject }: Scene): Rgb {
  let [r, g, b, total] = [0, 0, 0, 1e-6]
  for (let i = 0; i < subject.length; i++) {
    const weight = 1 - subject[i]!
    r += colour[i * 3]! * weight
    g += colour[i * 3 + 1]! * weight
    b += colour[i * 3 + 2]! * weight
    total += weight
  }
  return [r / total, g / total, b / total]
}

function painted(kind: 'plain' | 'gradient' | 'cloud' | 'rays' | 'halo' | 'sky', a: Rgb, b: Rgb, scene: Scene): Paint {
  const { width, height, seed, unit } = scene
  const middle = subjectMiddle(scene)
  const sky = skyOf(scene)
  const part = (x: number, y: number): number => {
    if (kind === 'plain') return 0
    if (kind === 'gradient') return y / height
    if (kind === 'sky') return sky(x, y)
    if (kind === 'cloud') return cloudNoise(x / (180 * unit), y / (180 * unit), seed + 3)
    const [dx, dy] = [x - middle.x, y - middle.y]
    if (kind === 'halo') return smoothstep(0.15, 0.75, lengthOf(dx, dy) / lengthOf(width, height) / 0.7)
    // Sixteen rays with soft borders.
    const turn = (Math.atan2(dy, dx) / (2 * Math.PI)) * 16
    const within = Math.abs(turn - Math.floor(turn) - 0.5) * 2
    const border = Math.min(0.4, 12 / Math.max(20, lengthOf(dx, dy)))
    return smoothstep(0.5 - border, 0.5 + border, within)
  }
  return (x, y, to) => {
    const t = part(x, y)
    for (let c = 0; c < 3; c++) to[c] = a[c]! + (b[c]! - a[c]!) * t
  }
}

/** Heaps of round clouds, each on a flat base, in front of a sky that pales towards the horizon: 0 blue, 1 white. */
function skyOf({ width, height, seed }: Scene): (x: number, y: number) => number {
  const random = sequence(seed + 3)
  const heaps = Array.from({ length: 6 }, (_, k) => {
    const size = (0.1 + 0.1 * random()) * width
    const x = ((k % 2 === 0 ? 0.02 : 0.72) + 0.28 * random()) * width
    const base = (0.2 + 0.14 * k + 0.06 * random()) * height
    const discs = Array.from({ length: 7 }, (_, i) => {
      const off = (i - 3) / 3
      return {
        x: x + off * size,
        y: base - 0.16 * size * random(),
        radius: size * (0.5 - 0.3 * off * off) * (0.75 + 0.4 * random()),
      }
    })
    return { base, left: x - 1.5 * size, right: x + 1.5 * size, top: base - size, discs }
  })
  return (x, y) => {
    let cloud = 0
    for (const { base, left, right, top, discs } of heaps) {
      if (y > base + 2 || y < top || x < left || x > right) continue
      for (const disc of discs) {
        const inside = Math.min(disc.radius - lengthOf(x - disc.x, y - disc.y), base - y)
        // Shaded towards its base.
        if (inside > -1) cloud = Math.max(cloud, clamp01(inside + 1) * (y > base - 0.2 * (base - top) ? 0.84 : 1))
      }
    }
    return Math.max(0.72 * (y / height), cloud)
  }
}

function subjectMiddle({ subject, width, height }: Scene): { x: number; y: number } {
  let [sx, sy, total] = [0, 0, 1e-6]
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      sx += x * subject[i]!
      sy += y * subject[i]!
      total += subject[i]!
    }
  }
  return { x: sx / total, y: (sy / total) * 0.7 }
}
