/** What can be painted behind a subject: two colours, and a pattern of where which one is. */
import { lengthOf } from '../raster/point.js'
import { type Rgb, smoothstep } from './canvas.js'
import { cloudNoise, hashNoise } from './noise.js'
import type { Scene } from './scene.js'
import { skyOf } from './sky.js'

/** Writes the colour of one pixel to `to`. */
export type PixelPaint = (x: number, y: number, to: Float32Array | number[]) => void

export type Backdrop = 'plain' | 'gradient' | 'cloud' | 'rays' | 'halo' | 'bands' | 'stars' | 'sky'

/** `a` and `b`: top and bottom, centre and edge, or sky and lights. */
export function backdrop(kind: Backdrop, a: Rgb, b: Rgb, scene: Scene): PixelPaint {
  const { width, height, seed, unit } = scene
  const middle = subjectMiddle(scene)
  const sky = kind === 'sky' ? skyOf(scene) : undefined
  const part = (x: number, y: number): number => {
    if (sky) return sky(x, y)
    if (kind === 'plain') return 0
    if (kind === 'gradient') return y / height
    if (kind === 'cloud') return cloudNoise(x / (180 * unit), y / (180 * unit), seed + 3)
    if (kind === 'bands') return bandAt(x / unit, y / unit, seed)
    if (kind === 'stars') return starlight(x / unit, y / unit, seed)
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

/** An evening sky: long waves across the picture. */
function bandAt(x: number, y: number, seed: number): number {
  const wave = 70 * cloudNoise(x / 260, y / 420, seed + 4)
  return smoothstep(0.25, 0.75, cloudNoise(x / 900, (y + wave) / 46, seed + 5))
}

/** Glowing discs, at most one per square of the sky, and a few clouds between them. */
function starlight(x: number, y: number, seed: number): number {
  const side = 190
  let light = 0.35 * smoothstep(0.45, 0.8, cloudNoise(x / 150, y / 70, seed + 8))
  for (let row = Math.floor(y / side) - 1; row <= y / side + 1; row++) {
    for (let column = Math.floor(x / side) - 1; column <= x / side + 1; column++) {
      const size = 16 + 26 * hashNoise(column, row, seed + 9)
      const distance = lengthOf(
        (column + hashNoise(column, row, seed + 10)) * side - x,
        (row + hashNoise(column, row, seed + 14)) * side - y,
      )
      light = Math.max(light, smoothstep(2.6, 0.1, distance / size))
    }
  }
  return light
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
