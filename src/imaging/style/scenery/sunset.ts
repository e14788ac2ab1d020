/** The sunset of the eighties' screens: a striped sun, a ridge, and a floor of glowing lines that meet at the horizon. */
import { MESH } from '../../detect/faces/mesh.js'
import { lengthOf } from '../../raster/point.js'
import { type Canvas, hexColour, type Rgb, smoothstep } from '../pixels/canvas.js'
import { gradientAt } from '../pixels/colours.js'
import { hashNoise, valueNoise } from '../pixels/noise.js'
import type { Scene } from '../scene.js'

const SKY: readonly Rgb[] = ['#12062e', '#2c0b52', '#7a1f83', '#f0569a', '#ffb27a'].map(hexColour)
const SUN: readonly Rgb[] = ['#fff27a', '#ffb347', '#ff5f8f', '#d92bb0'].map(hexColour)
const FLOOR: Rgb = hexColour('#16062f')
const GRID: Rgb = hexColour('#3df0ff')
/** How the glow of the sun and the haze above the horizon add to the colours behind. */
const GLOW: Rgb = [191, 54, 90]
const HAZE: Rgb = [255, 80, 170]
const STRIPES = 7

/** Whether the person hides what is behind: it need not be drawn there. */
const isHidden = (subject: number): boolean => subject > 0.996

/** What the person hides stays unpainted. */
export function paintSunset(scene: Scene): Canvas {
  const { width, height } = scene
  const place = composition(scene)
  const { horizon } = place
  const canvas = { width, height, colour: new Uint8ClampedArray(width * height * 3) }
  const ridges = ridgeOf(scene, horizon)
  for (let y = 0; y < height; y++) {
    if (y > horizon) paintFloor(canvas, scene, y, (y - horizon) / (height - horizon))
    else paintSky(canvas, scene, y, place, ridges)
  }
  return canvas
}

/** The sun stands behind the head like a halo, the horizon at the shoulders. */
function composition({ faces, faceHeight, width, height }: Scene) {
  const face = faces[0]?.mesh
  const size = faceHeight || height * 0.25
  const chin = face?.[MESH.chin] ?? { x: width / 2, y: height * 0.55 }
  const horizon = Math.min(height * 0.86, Math.max(height * 0.55, chin.y + size * 0.3))
  // Nearly as large as a head, it would only peep out beside it.
  const radius = Math.max(size * 0.95, Math.min(Math.max(size * 1.25, width * 0.26), width * 0.42, horizon * 0.62))
  return { sun: { x: chin.x, y: Math.min(horizon - radius * 0.55, chin.y - size * 0.55) }, radius, horizon }
}

/** The height of the mountains in every column. */
function ridgeOf({ width, unit, seed }: Scene, horizon: number): Float32Array {
  const [broad, narrow] = [valueNoise(seed), valueNoise(seed)]
  return Float32Array.from({ length: width }, (_, x) => {
    const hills = 95 * broad(x / (95 * unit), 3) + 26 * narrow(x / (24 * unit), 9)
    return horizon - (30 + hills) * unit * 0.8
  })
}

/** Farther than this from the sun, in its radii, its glow is not seen. */
const GLOW_REACH = 3

function paintSky(
  { width, colour }: Canvas,
  { unit, seed, subject }: Scene,
  y: number,
  { sun, radius, horizon }: ReturnType<typeof composition>,
  ridges: Float32Array,
): void {
  const height = y / horizon
  const [above, disc]: [number[], number[]] = [[], []]
  gradientAt(above, SKY, height ** 1.3)
  const soft = 1.2 * unit
  const down = (y - sun.y + radius) / (2 * radius)
  gradientAt(disc, SUN, down)
  // From its middle on the sun is cut by gaps that grow downwards.
  const stripe = ((down - 0.42) / 0.58) * STRIPES
  const gap = down > 0.42 ? smoothstep(0.02, -0.02, stripe - Math.floor(stripe) - (0.12 + 0.4 * (stripe / STRIPES))) : 0
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (isHidden(subject[i]!)) continue
    const at = i * 3
    if (y > ridges[x]!) {
      const rim = smoothstep(3 * unit, 0, y - ridges[x]!)
      colour[at] = 34 + 221 * rim
      colour[at + 1] = 10 + 70 * rim
      colour[at + 2] = 64 + 150 * rim
      continue
    }
    const star = hashNoise(Math.floor(x / (2 * unit)), Math.floor(y / (2 * unit)), seed + 21)
    const starlight = star > 0.9975 && height < 0.75 ? 150 * (1 - height) : 0
    const distance = lengthOf(x - sun.x, y - sun.y)
    const outside = Math.max(0, distance / radius - 1)
    const glow = outside < GLOW_REACH ? Math.exp(-outside / 0.45) * 0.4 : 0
    const inside = smoothstep(radius + soft, radius - soft, distance) * (1 - gap)
    for (let c = 0; c < 3; c++) {
      const sky = above[c]! + starlight + glow * GLOW[c]!
      colour[at + c] = sky + (disc[c]! - sky) * inside
    }
  }
}

/** `near`: 0 at the horizon, 1 at the lower border. */
function paintFloor({ width, colour }: Canvas, { subject }: Scene, y: number, near: number): void {
  const depth = 1 / (near + 0.04)
  const fade = smoothstep(0, 0.12, near)
  const across = lineAt(depth * 2.2, 0.03 + 0.006 * depth)
  const haze = Math.exp(-near * 7)
  for (let x = 0, i = y * width; x < width; x++, i++) {
    if (isHidden(subject[i]!)) continue
    const along = lineAt((x / width - 0.5) * 9 * depth * 0.32, 0.028 + 0.004 * depth)
    const glow = Math.min(1, (along + across) * fade)
    for (let c = 0; c < 3; c++) colour[i * 3 + c] = FLOOR[c]! + (GRID[c]! - FLOOR[c]!) * glow + HAZE[c]! * haze
  }
}

/** The light of lines at all whole numbers, in tubes of this thickness. */
function lineAt(value: number, thickness: number): number {
  const distance = Math.abs(value - Math.round(value)) / thickness
  return (distance < 4 ? Math.exp(-distance * distance) : 0) + 0.28 * Math.exp(-distance / 3.5)
}
