/** A city at night, a little out of focus: dark towers before a glowing haze, lit windows and signs, lamps as discs of light. */
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { lengthOf } from '../../raster/point.js'
import { type Canvas, type Rgb, smoothstep } from '../pixels/canvas.js'
import { cellsOf } from '../pixels/cell-grid.js'
import { cloudNoise, hashNoise, sequence } from '../pixels/noise.js'
import type { Scene } from '../scene.js'

const LIGHTS: readonly Rgb[] = [
  [255, 40, 150],
  [30, 220, 255],
  [255, 60, 200],
  [90, 120, 255],
  [255, 170, 70],
  [160, 70, 255],
]
/** Nothing in it is sharp: a small copy is enough. */
const CELL = 3
/** Softness of the towers: out of focus, windows are points of light, and signs tubes. */
const FOCUS = 6
/** So many lamps are nearer than the towers. */
const DISCS = 16

/** Light in red, green and blue, not colour: it adds up, and is developed like a photo in the end. */
interface Lights extends Size {
  readonly planes: Float32Array[]
}

export function paintCity({ width, height, unit: whole, seed }: Scene): Canvas {
  const size = cellsOf({ width, height }, CELL)
  const unit = whole / CELL
  const far = paintTowers({ ...size, planes: [0, 1, 2].map((c) => haze(size, unit, seed, c)) }, unit, seed)
  const near = { ...size, planes: far.planes.map((plane) => blur(plane, size.width, size.height, FOCUS * unit)) }
  const random = sequence(seed + 301)
  for (let i = 0; i < DISCS; i++) addDisc(near, unit, random)
  const colour = new Uint8ClampedArray(width * height * 3)
  for (const [c, plane] of near.planes.entries()) {
    const developed = plane.map((light) => 255 * (1 - Math.exp(-light)))
    const enlarged = enlargeBilinear(developed, size, { width, height })
    for (let i = 0; i < enlarged.length; i++) colour[i * 3 + c] = enlarged[i]!
  }
  return { width, height, colour }
}

/** Far away in each channel, and what glows of it near the horizon. */
const HAZE = [
  { far: 0.06, glow: 0.5 },
  { far: 0.04, glow: 0.1 },
  { far: 0.16, glow: 0.58 },
] as const

function haze({ width, height }: Size, unit: number, seed: number, channel: number): Float32Array {
  const [mist, { far, glow }] = [cloudNoise(seed + 9), HAZE[channel]!]
  return Float32Array.from({ length: width * height }, (_, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const low = Math.exp(-(((y / height - 0.6) / 0.34) ** 2))
    return (far + glow * low) * (mist(x / (120 * unit), y / (90 * unit)) * 0.5 + 0.5)
  })
}

/** Layer before layer, row by row. */
function paintTowers(lights: Lights, unit: number, seed: number): Lights {
  const random = sequence(seed + 77)
  for (let depth = 0; depth < 3; depth++) {
    for (let left = -40 * unit; left < lights.width; ) {
      const right = left + (50 + 90 * random()) * unit
      const top = lights.height * (0.08 + 0.22 * depth + 0.4 * random())
      addTower(lights, { left, right, top, unit, depth }, random)
      left = right + 18 * unit * random()
    }
  }
  return lights
}

type Tower = Readonly<Record<'left' | 'right' | 'top' | 'unit' | 'depth', number>>

/** How much of the haze is before the far towers, and how much less before nearer ones. */
const [HAZY, NEARER] = [0.62, 0.17]
/** A sign's characters are so many dots across and down. */
const GLYPH = { across: 3, down: 5, dot: 9 }

function addTower({ width, height, planes }: Lights, tower: Tower, random: () => number): void {
  const { left, right, top, unit, depth } = tower
  const [windows, share, salt] = [anyLight(random), 0.1 + 0.16 * random(), random() * 1000]
  const [pitch, dot] = [(15 + 6 * depth) * unit, GLYPH.dot * (0.8 + 0.35 * depth) * unit]
  const sign = { x: left + (right - left) * (0.15 + 0.5 * random()), y: top + 24 * unit, tint: anyLight(random) }
  const rows = random() < 0.35 ? GLYPH.down * (3 + Math.floor(4 * random())) : 0
  const lit = (u: number, v: number): number => hashNoise(Math.floor(u), Math.floor(v), salt)
  for (let y = Math.max(0, Math.floor(top)); y < height; y++) {
    for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, right); x++) {
      const i = y * width + x
      const [column, row] = [(x - sign.x) / dot, (y - sign.y) / dot]
      const onSign = column >= 0 && column < GLYPH.across && row >= 0 && row < rows
      const [u, v] = [(x - left) / pitch, (y - top) / pitch]
      const isPane = u % 1 > 0.35 && v % 1 > 0.4 && lit(u, v) < share
      const isDot = Math.floor(row) % GLYPH.down < GLYPH.down - 1 && lit(column + 31, row) < 0.66
      const [light, strength] = onSign ? [sign.tint, isDot ? 0.016 : 0.0022] : [windows, isPane ? 0.009 : 0]
      const behind = onSign ? 0 : HAZY - NEARER * depth
      for (let c = 0; c < 3; c++) planes[c]![i] = planes[c]![i]! * behind + light[c]! * strength
    }
  }
}

const anyLight = (random: () => number): Rgb => LIGHTS[Math.floor(random() * LIGHTS.length)]!

/** The image of a lamp that is out of focus: a disc, brighter towards its rim. */
function addDisc({ width, height, planes }: Lights, unit: number, random: () => number): void {
  const far = random()
  const tint = anyLight(random)
  const [left, top] = [random() * width, height * (0.06 + 0.92 * random() ** 0.75)]
  const [radius, power] = [(14 + 52 * far * far) * unit, 0.3 + 0.7 * (1 - far) * random()]
  for (let y = Math.max(0, Math.floor(top - radius)); y < Math.min(height, top + radius); y++) {
    for (let x = Math.max(0, Math.floor(left - radius)); x < Math.min(width, left + radius); x++) {
      const away = lengthOf(x - left, y - top) / radius
      const value = power * smoothstep(1, 0.9, away) * (0.65 + 0.5 * smoothstep(0.55, 0.92, away))
      for (let c = 0; c < 3; c++) planes[c]![y * width + x]! += (tint[c]! / 255) * value
    }
  }
}
