/** A city at night, a little out of focus: dark towers before a glowing haze, lit windows and signs, lamps as discs of light. */
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { lengthOf, type Point } from '../../raster/point.js'
import { type Canvas, type Rgb, smoothstep } from '../pixels/canvas.js'
import { cellsOf } from '../pixels/cell-grid.js'
import { cloudNoise, sequence } from '../pixels/noise.js'
import type { Scene } from '../scene.js'
import { isHidden } from './hidden.js'

const LIGHTS: readonly Rgb[] = [
  [255, 40, 150],
  [30, 220, 255],
  [255, 60, 200],
  [90, 120, 255],
  [255, 170, 70],
  [160, 70, 255],
]
/** The towers are blurred anyway: a small copy is enough. */
const CELL = 3
/** Softness of the towers: out of focus, windows are points of light, and signs tubes. */
const FOCUS = 6
/** So many lamps are nearer than the towers. */
const DISCS = 16

/** What the person hides stays unpainted. */
export function paintCity({ width, height, unit, seed, subject }: Scene): Canvas {
  const small = cellsOf({ width, height }, CELL)
  const planes = towers(small, unit / CELL, seed).map((plane) =>
    enlargeBilinear(blur(plane, small.width, small.height, (FOCUS * unit) / CELL), small, { width, height }),
  )
  const random = sequence(seed + 301)
  for (let i = 0; i < DISCS; i++) {
    const far = random()
    const tint = LIGHTS[Math.floor(random() * LIGHTS.length)]!
    const place = { x: random() * width, y: height * (0.06 + 0.92 * random() ** 0.75) }
    addDisc(planes, { width, height }, place, (14 + 52 * far * far) * unit, tint, 0.3 + 0.7 * (1 - far) * random())
  }
  const colour = new Uint8ClampedArray(width * height * 3)
  for (const [c, plane] of planes.entries()) {
    for (let i = 0; i < plane.length; i++) if (!isHidden(subject[i]!)) colour[i * 3 + c] = developed(plane[i]!)
  }
  return { width, height, colour }
}

/** Light is developed in so many steps, up to `BRIGHTEST`: beyond it everything is white. */
const STEPS = 8192
const BRIGHTEST = 8
const FILM = Uint8ClampedArray.from({ length: STEPS + 1 }, (_, k) => 255 * (1 - Math.exp((-k * BRIGHTEST) / STEPS)))
const developed = (light: number): number => FILM[Math.min(STEPS, Math.round(light * (STEPS / BRIGHTEST)))]!

/** Light, not colour: it adds up, and is developed like a photo in the end. */
function towers(size: Size, unit: number, seed: number): Float32Array[] {
  const { width: columns, height: rows } = size
  const planes = [0, 1, 2].map(() => new Float32Array(columns * rows))
  const mists = cloudNoise(seed + 9)
  for (let y = 0, i = 0; y < rows; y++) {
    const glow = Math.exp(-(((y / rows - 0.6) / 0.34) ** 2))
    for (let x = 0; x < columns; x++, i++) {
      const mist = mists(x / (120 * unit), y / (90 * unit)) * 0.5 + 0.5
      planes[0]![i] = (0.06 + 0.5 * glow) * mist
      planes[1]![i] = (0.04 + 0.1 * glow) * mist
      planes[2]![i] = (0.16 + 0.58 * glow) * mist
    }
  }
  const random = sequence(seed + 77)
  for (let layer = 0; layer < 3; layer++) {
    for (let left = -40 * unit; left < columns; ) {
      const across = (50 + 90 * random()) * unit
      const top = rows * (0.08 + 0.22 * layer + 0.4 * random())
      addTower(planes, size, { left, right: left + across, top, unit, depth: layer }, random)
      left += across + 18 * unit * random()
    }
  }
  return planes
}

type Tower = Readonly<Record<'left' | 'right' | 'top' | 'unit' | 'depth', number>>

/** Of the far towers, and how much darker nearer ones are. */
const HAZY = 0.62
const NEARER = 0.17
/** Of a sign's characters: so many dots across and down, the last row and column dark. */
const GLYPH = { across: 4, down: 5, dot: 9 }

function addTower(planes: Float32Array[], size: Size, tower: Tower, random: () => number): void {
  const { width: columns, height: rows } = size
  const { left, right, top, unit, depth } = tower
  const windows = LIGHTS[Math.floor(random() * LIGHTS.length)]!
  const [pitch, share, salt] = [(15 + 6 * depth) * unit, 0.1 + 0.16 * random(), random() * 1000]
  const tint = random() < 0.35 ? LIGHTS[Math.floor(random() * 3)]! : undefined
  const dot = GLYPH.dot * (0.8 + 0.35 * depth) * unit
  const characters = 3 + Math.floor(4 * random())
  const sign = { x: left + (right - left) * (0.15 + 0.5 * random()), y: top + 24 * unit, tint }
  const dim = HAZY - NEARER * depth
  const isLit = (u: number, v: number): number => Math.abs(Math.sin(u * 12.9898 + v * 78.233 + salt) * 43758.5453) % 1
  for (let y = Math.max(0, Math.floor(top)); y < rows; y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(columns, right); x++) {
      const i = y * columns + x
      const [u, v] = [Math.floor((x - left) / pitch), Math.floor((y - top) / pitch)]
      const isPane = (x - left) / pitch - u > 0.35 && (y - top) / pitch - v > 0.4
      const glow = isPane && isLit(u, v) < share ? 0.009 : 0
      const [column, row] = [Math.floor((x - sign.x) / dot), Math.floor((y - sign.y) / dot)]
      const onSign = sign.tint && column >= -1 && column < GLYPH.across && row >= -1 && row < characters * GLYPH.down
      const isGap = column < 0 || column === GLYPH.across - 1 || row < 0 || row % GLYPH.down === GLYPH.down - 1
      const neon = onSign ? (!isGap && isLit(column + 31, row) < 0.66 ? 0.016 : 0.0022) : 0
      for (let c = 0; c < 3; c++)
        planes[c]![i] = onSign ? sign.tint![c]! * neon : planes[c]![i]! * dim + glow * windows[c]!
    }
  }
}

/** The image of a lamp that is out of focus: a disc, brighter towards its rim. */
function addDisc(planes: Float32Array[], { width, height }: Size, at: Point, radius: number, tint: Rgb, power: number) {
  for (let y = Math.max(0, Math.floor(at.y - radius)); y < Math.min(height, at.y + radius); y++) {
    for (let x = Math.max(0, Math.floor(at.x - radius)); x < Math.min(width, at.x + radius); x++) {
      const distance = lengthOf(x - at.x, y - at.y) / radius
      if (distance >= 1) continue
      const value = power * (1 - smoothstep(0.9, 1, distance)) * (0.65 + 0.5 * smoothstep(0.55, 0.92, distance))
      for (let c = 0; c < 3; c++) planes[c]![y * width + x]! += (tint[c]! / 255) * value
    }
  }
}
