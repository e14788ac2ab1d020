/** The sunset of the eighties' screens: a striped sun, a ridge, and a floor of glowing lines that meet at the horizon. */

import { MESH } from '../../detect/faces/mesh.js'
import { lengthOf } from '../../raster/point.js'
import { type Canvas, hexColour, type Rgb, smoothstep } from '../canvas.js'
import { gradientAt } from '../colours.js'
import { hashNoise, valueNoise } from '../noise.js'
import type { Scene } from '../scene.js'

const SKY: readonly Rgb[] = ['#12062e', '#2c0b52', '#7a1f83', '#f0569a', '#ffb27a'].map(hexColour)
const SUN: readonly Rgb[] = ['#fff27a', '#ffb347', '#ff5f8f', '#d92bb0'].map(hexColour)
const FLOOR: Rgb = hexColour('#16062f')
const GRID: Rgb = hexColour('#3df0ff')
const STRIPES = 7

export function paintSunset(scene: Scene): Canvas {
  const { width, height, seed } = scene
  const { sun, radius, horizon } = composition(scene)
  const colour = new Uint8ClampedArray(width * height * 3)
  const pixel: [number, number, number] = [0, 0, 0]
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      if (y > horizon) floorAt(pixel, x - width / 2, (y - horizon) / (height - horizon), width)
      else skyAt(pixel, x, y, { sun, radius, horizon }, scene, seed)
      colour[at] = pixel[0]
      colour[at + 1] = pixel[1]
      colour[at + 2] = pixel[2]
    }
  }
  return { width, height, colour }
}

interface Composition {
  readonly sun: { readonly x: number; readonly y: number }
  readonly radius: number
  readonly horizon: number
}

/** The sun stands behind the head like a halo, the horizon at the shoulders. */
function composition({ faces, faceHeight, width, height }: Scene): Composition {
  const face = faces[0]?.mesh
  const size = faceHeight || height * 0.25
  const chin = face?.[MESH.chin] ?? { x: width / 2, y: height * 0.55 }
  const radius = Math.min(Math.max(size * 1.25, width * 0.26), width * 0.42)
  const horizon = Math.min(height * 0.86, Math.max(height * 0.55, chin.y + size * 0.3))
  return { sun: { x: chin.x, y: Math.min(horizon - radius * 0.55, chin.y - size * 0.55) }, radius, horizon }
}

function skyAt(
  to: [number, number, number],
  x: number,
  y: number,
  { sun, radius, horizon }: Composition,
  { unit }: Scene,
  seed: number,
): void {
  const height = y / horizon
  gradientAt(to, SKY, height ** 1.3)
  const star = hashNoise(Math.floor(x / (2 * unit)), Math.floor(y / (2 * unit)), seed + 21)
  if (star > 0.9975 && height < 0.75) for (let c = 0; c < 3; c++) to[c]! += 150 * (1 - height)
  const distance = lengthOf(x - sun.x, y - sun.y)
  const glow = Math.exp(-Math.max(0, distance - radius) / (radius * 0.45)) * 0.4
  to[0] += 255 * glow * 0.75
  to[1] += 90 * glow * 0.6
  to[2] += 150 * glow * 0.6
  const soft = 1.2 * unit
  const down = (y - sun.y + radius) / (2 * radius)
  // From its middle on the sun is cut by gaps that grow downwards.
  const stripe = ((down - 0.42) / 0.58) * STRIPES
  const gap = down > 0.42 ? smoothstep(0.02, -0.02, stripe - Math.floor(stripe) - (0.12 + 0.4 * (stripe / STRIPES))) : 0
  const inside = smoothstep(radius + soft, radius - soft, distance) * (1 - gap)
  if (inside > 0) {
    const below: [number, number, number] = [...to]
    gradientAt(to, SUN, down)
    for (let c = 0; c < 3; c++) to[c] = below[c]! + (to[c]! - below[c]!) * inside
  }
  const ridge =
    horizon - (30 + 95 * valueNoise(x / (95 * unit), 3, seed) + 26 * valueNoise(x / (24 * unit), 9, seed)) * unit * 0.8
  if (y > ridge) {
    const rim = smoothstep(3 * unit, 0, y - ridge)
    to[0] = 34 + 221 * rim
    to[1] = 10 + 70 * rim
    to[2] = 64 + 150 * rim
  }
}

/** `near`: 0 at the horizon, 1 at the lower border. */
function floorAt(to: [number, number, number], x: number, near: number, width: number): void {
  const depth = 1 / (near + 0.04)
  const [u, v] = [(x / width) * 9 * depth * 0.32, depth * 2.2]
  const line = (value: number, thickness: number): number => {
    const distance = Math.abs(value - Math.round(value))
    return Math.exp(-((distance / thickness) ** 2)) + 0.28 * Math.exp(-distance / (thickness * 3.5))
  }
  const fade = smoothstep(0, 0.12, near)
  const glow = Math.min(1, (line(u, 0.028 + 0.004 * depth) + line(v, 0.03 + 0.006 * depth)) * fade)
  const haze = Math.exp(-near * 7)
  to[0] = FLOOR[0] + (GRID[0] - FLOOR[0]) * glow + 255 * haze
  to[1] = FLOOR[1] + (GRID[1] - FLOOR[1]) * glow + 80 * haze
  to[2] = FLOOR[2] + (GRID[2] - FLOOR[2]) * glow + 170 * haze
}
