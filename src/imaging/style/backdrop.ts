/** What can be painted behind a subject: two colours, and a pattern of where which one is. */
import { lengthOf } from '../raster/point.js'
import { type Rgb, smoothstep } from './canvas.js'
import { cloudNoise, cloudNoiseRows, hashNoise } from './noise.js'
import type { Scene } from './scene.js'
import { skyOf } from './sky.js'

/** Writes the colour of one pixel to `to`. */
export type PixelPaint = (x: number, y: number, to: Float32Array | number[]) => void

export type Backdrop = 'plain' | 'gradient' | 'cloud' | 'rays' | 'halo' | 'bands' | 'stars' | 'sky'

/** `a` and `b`: top and bottom, centre and edge, or sky and lights. */
export function backdrop(kind: Backdrop, a: Rgb, b: Rgb, scene: Scene): PixelPaint {
  const { width, height, seed, unit } = scene
  const middle = kind === 'halo' || kind === 'rays' ? subjectMiddle(scene) : { x: 0, y: 0 }
  const sky = kind === 'sky' ? skyOf(scene) : undefined
  const stars = kind === 'stars' ? starlight(scene) : undefined
  const clouds = cloudsAt(scene)
  const part = (x: number, y: number): number => {
    if (sky) return sky(x, y)
    if (kind === 'plain') return 0
    if (kind === 'gradient') return y / height
    if (kind === 'cloud') return clouds(x, y)
    if (kind === 'bands') return bandAt(x / unit, y / unit, seed)
    if (stars) return stars(x / unit, y / unit)
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

/** Pixels are asked for row by row. */
function cloudsAt({ width, unit, seed }: Scene): (x: number, y: number) => number {
  const scale = 1 / (180 * unit)
  const rows = cloudNoiseRows(width, scale, seed + 3)
  let row: ArrayLike<number> = []
  let current = -1
  return (x, y) => {
    if (y !== current) {
      row = rows(y * scale)
      current = y
    }
    return row[x]!
  }
}

/** Side of the squares of the sky that have one star each. */
const STAR_SQUARE = 190

/** Glowing discs, and a few clouds between them. In units, up to one square beyond the picture. */
function starlight({ width, height, unit, seed }: Scene): (x: number, y: number) => number {
  const columns = Math.ceil(width / unit / STAR_SQUARE) + 2
  const rows = Math.ceil(height / unit / STAR_SQUARE) + 2
  const stars = Array.from({ length: columns * rows }, (_, k) => {
    const [column, row] = [(k % columns) - 1, Math.floor(k / columns) - 1]
    return {
      x: (column + hashNoise(column, row, seed + 10)) * STAR_SQUARE,
      y: (row + hashNoise(column, row, seed + 14)) * STAR_SQUARE,
      size: 16 + 26 * hashNoise(column, row, seed + 9),
    }
  })
  return (x, y) => {
    let light = 0.35 * smoothstep(0.45, 0.8, cloudNoise(x / 150, y / 70, seed + 8))
    const [left, top] = [Math.floor(x / STAR_SQUARE), Math.floor(y / STAR_SQUARE)]
    for (let row = top; row <= top + 2; row++) {
      for (let column = left; column <= left + 2; column++) {
        const star = stars[row * columns + column]!
        const distance = lengthOf(star.x - x, star.y - y)
        if (distance < 2.6 * star.size) light = Math.max(light, smoothstep(2.6, 0.1, distance / star.size))
      }
    }
    return light
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
