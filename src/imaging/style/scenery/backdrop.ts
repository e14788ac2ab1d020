/** What can be painted behind a subject in two colours: patterns of how much of the second one is where. */
import type { Size } from '../../raster/picture.js'
import { lengthOf, type Point } from '../../raster/point.js'
import { smoothstep } from '../pixels/canvas.js'
import { cloudNoise, cloudNoisePlane, hashNoise } from '../pixels/noise.js'
import { softPlane } from '../pixels/soft-plane.js'
import type { Scene } from '../scene.js'

export type Pattern = 'gradient' | 'cloud' | 'rays' | 'halo' | 'stars' | 'blinds'

/** These have no sharp edges, so that every third pixel is enough. */
const SOFT: ReadonlySet<Pattern> = new Set(['gradient', 'halo', 'stars', 'blinds'])

/** 0..1; the first colour is at the top, in the middle, or that of the sky. */
export const paintPattern = (kind: Pattern, scene: Scene): Float32Array =>
  kind === 'cloud' ? clouds(scene) : softPlane(scene, SOFT.has(kind) ? 3 : 1, patternOf(kind, scene))

/** How much of the second colour is where. */
function patternOf(kind: Exclude<Pattern, 'cloud'>, scene: Scene): (x: number, y: number) => number {
  const { width, height, unit } = scene
  if (kind === 'gradient') return (_x, y) => y / height
  if (kind === 'blinds') return blindsAt(scene)
  if (kind === 'stars') {
    const stars = starlight(scene)
    return (x, y) => stars(x / unit, y / unit)
  }
  const middle = subjectMiddle(scene)
  if (kind === 'halo') {
    const size = lengthOf(width, height) * 0.7
    return (x, y) => smoothstep(0.15, 0.75, lengthOf(x - middle.x, y - middle.y) / size)
  }
  return (x, y) => {
    const [dx, dy] = [x - middle.x, y - middle.y]
    // Sixteen rays with soft borders.
    const turn = (Math.atan2(dy, dx) / (2 * Math.PI)) * 16
    const within = Math.abs(turn - Math.floor(turn) - 0.5) * 2
    const border = Math.min(0.4, 12 / Math.max(20, lengthOf(dx, dy)))
    return smoothstep(0.5 - border, 0.5 + border, within)
  }
}

/** Light from the street on a dark wall, through the slats of a window's blinds. */
function blindsAt({ width, height }: Scene): (x: number, y: number) => number {
  return (x, y) => {
    const [across, down] = [x / width - 0.5, y / height - 0.42 + 0.16 * (x / width - 0.5)]
    const slat = down * 15
    const window = smoothstep(0.62, 0.4, Math.abs(across)) * smoothstep(0.5, 0.3, Math.abs(down))
    return smoothstep(0.12, 0.3, Math.abs(slat - Math.round(slat))) * window
  }
}

function clouds(scene: Scene): Float32Array {
  const scale = 1 / (180 * scene.unit)
  return cloudNoisePlane(scene, { across: scale, down: scale }, scene.seed + 3)
}

/** Side of the squares of the sky: about every other one has a star, and few of these are large. */
const STAR_SQUARE = 135
/** The largest star with its glow reaches into the next square at most. */
const GLOW = 3.4

/** Directions in which a star and its light are to be free of the subject, or it would be cut. */
const AROUND_STAR = Array.from({ length: 8 }, (_, k) => (k * Math.PI) / 4)

/** Stars in rings of light, and between them wind that turns in two whorls. In units. */
function starlight({ width, height, unit, seed, subject }: Scene): (x: number, y: number) => number {
  const [columns, rows] = [width, height].map((side) => Math.ceil(side / unit / STAR_SQUARE) + 2) as [number, number]
  const pixelAt = (x: number, y: number): number => Math.floor(y * unit) * width + Math.floor(x * unit)
  const stars = Array.from({ length: columns * rows }, (_, k) => {
    const [column, row] = [k % columns, Math.floor(k / columns)]
    const at = (salt: number): number => hashNoise(column, row, seed + salt)
    const size = at(11) < 0.45 ? 0 : 7 + 31 * at(9) ** 3
    const [x, y] = [(column - 1 + at(10)) * STAR_SQUARE, (row - 1 + at(14)) * STAR_SQUARE]
    const isFree = AROUND_STAR.every((turn) => {
      const [across, down] = [x + 2 * size * Math.cos(turn), y + 2 * size * Math.sin(turn)]
      return across < 0 || across * unit >= width || !(subject[pixelAt(across, down)]! > 0.3)
    })
    return { x, y, size: isFree ? size : 0 }
  })
  const stirred = whorls({ width: width / unit, height: height / unit })
  const wind = cloudNoise(seed + 8)
  return (x, y) => {
    const { x: u, y: v } = stirred(x, y)
    let light = 0.42 * smoothstep(0.35, 0.8, wind(u / 260, v / 34))
    const [left, top] = [Math.floor(x / STAR_SQUARE), Math.floor(y / STAR_SQUARE)]
    for (let row = top; row <= top + 2; row++) {
      for (let column = left; column <= left + 2; column++) {
        const star = stars[row * columns + column]!
        const away = lengthOf(star.x - x, star.y - y) / Math.max(1, star.size)
        if (star.size === 0 || away > GLOW) continue
        const rings = 0.85 + 0.15 * Math.cos(away * 5)
        light = Math.max(light, away < 0.8 ? 1 : 0.9 * smoothstep(GLOW, 0.3, away) * rings)
      }
    }
    return light
  }
}

/** Turns the sky around two middles beside the head, most of all near them. */
function whorls({ width, height }: Size): (x: number, y: number) => Point {
  const left = { x: 0.16 * width, y: 0.26 * height, reach: 0.42 * width, turns: 2.6 }
  const right = { x: 0.86 * width, y: 0.42 * height, reach: 0.36 * width, turns: -2.2 }
  return (x, y) => {
    const middle = lengthOf(x - left.x, y - left.y) < left.reach ? left : right
    const [dx, dy] = [x - middle.x, y - middle.y]
    const near = Math.max(0, 1 - lengthOf(dx, dy) / middle.reach)
    const angle = middle.turns * near * near * Math.PI
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    return { x: middle.x + dx * cos - dy * sin, y: middle.y + dx * sin + dy * cos }
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
