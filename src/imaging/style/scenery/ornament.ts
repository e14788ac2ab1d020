/** The halo of an art nouveau poster: a disc behind the head, a ring of blossoms around it, rays of quiet lines. */
import { lengthOf } from '../../raster/point.js'
import { type Canvas, hexColour, type Rgb, smoothstep } from '../canvas.js'
import { NOSE } from '../faces/face-parts.js'
import type { Scene } from '../scene.js'
import { isHidden } from './hidden.js'

const WALL: Rgb = hexColour('#efe0bb')
const RAY: Rgb = hexColour('#e3cf9f')
const DISC: Rgb = hexColour('#a9ba94')
const RING: Rgb = hexColour('#d9925f')
const BLOSSOM: Rgb = hexColour('#f6e6c4')
const LINE: Rgb = hexColour('#5a2f1f')
const BLOSSOMS = 28

/** What the person hides stays unpainted. */
export function paintOrnament({ width, height, faces, faceHeight, unit, subject }: Scene): Canvas {
  const size = faceHeight || height * 0.3
  const middle = faces[0]?.mesh[NOSE.root] ?? { x: width / 2, y: height * 0.42 }
  const inner = Math.min(Math.max(size * 1.12, width * 0.3), width * 0.4)
  const band = inner * 0.2
  const colour = new Uint8ClampedArray(width * height * 3)
  const soft = unit
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      if (isHidden(subject[i]!)) continue
      const [dx, dy] = [x - middle.x, y - middle.y]
      const distance = lengthOf(dx, dy)
      const onDisc = smoothstep(soft, -soft, distance - inner)
      const onRing = smoothstep(soft, -soft, distance - inner - band)
      const turn = onDisc < 1 ? (Math.atan2(dy, dx) / (2 * Math.PI) + 1) * BLOSSOMS : 0
      const petal =
        onRing > onDisc
          ? bloom(turn - Math.floor(turn) - 0.5, (distance - inner - band / 2) / band, distance / (BLOSSOMS * band))
          : 0
      const ray =
        onRing < 1
          ? smoothstep(0.1, 0.14, Math.abs(((turn * 2) % 1) - 0.5)) * smoothstep(inner + band, inner * 2.2, distance)
          : 0
      const edge = Math.min(
        Math.abs(distance - inner),
        Math.abs(distance - inner - band),
        Math.abs(distance - inner - band * 1.18),
      )
      const line = smoothstep(2.2 * unit, 1.2 * unit, edge)
      for (let c = 0; c < 3; c++) {
        const wall = WALL[c]! + (RAY[c]! - WALL[c]!) * ray
        const ring = RING[c]! + (BLOSSOM[c]! - RING[c]!) * petal
        const below = wall + (ring - wall) * onRing
        const value = below + (DISC[c]! - below) * onDisc
        colour[i * 3 + c] = value + (LINE[c]! - value) * line
      }
    }
  }
  return { width, height, colour }
}

/** A five-petalled flower in its field, -0.5..0.5 both ways; `stretch` makes the field square. */
function bloom(across: number, along: number, stretch: number): number {
  const [u, v] = [across * stretch * 2 * Math.PI, along]
  const radius = lengthOf(u, v)
  if (radius > 0.42) return 0
  const outline = 0.3 + 0.09 * Math.cos(Math.atan2(v, u) * 5)
  return smoothstep(outline + 0.03, outline - 0.03, radius) * smoothstep(0.07, 0.11, radius)
}
