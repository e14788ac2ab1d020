/** Gold leaf behind the subject, uneven and glittering, with fields of spirals, rings and small tiles. */
import { Type } from 'typebox'
import { MESH } from '../../detect/faces/mesh.js'
import { lengthOf } from '../../raster/point.js'
import { hexColour, type Rgb, smoothstep } from '../pixels/canvas.js'
import { cloudNoisePlane, hashNoise } from '../pixels/noise.js'
import { softPlane } from '../pixels/soft-plane.js'
import type { Scene } from '../scene.js'
import { defineStep, hex } from '../step.js'
import { headsOf } from './heads.js'

/** Where everything is the subject, the gold is its frame, and leaves room for heads: so wide, relative to the shorter side. */
const FRAME = 0.11
/** Around a head the leaf is bare: motifs begin so far from the middle of its face and are whole so far, in heights of it. */
const [BARE, WHOLE] = [0.65, 1.05]
/** Hills of the leaf, its flecks, the side of a motif, and how far it strays: drawn by hand, no line is straight. In units. */
const [LEAF, FLECK, MOTIF, STRAY] = [46, 2, 150, 7]

export const ornament = defineStep(
  {
    /** Dark and light gold, then the inlays. */
    gold: Type.Tuple([hex(), hex()]),
    inlays: Type.Array(hex(), { minItems: 1, maxItems: 6 }),
  },
  ({ width, height, colour }, scene, { gold, inlays }) => {
    const { unit, seed, hasSubject, subject, faces } = scene
    const [dark, light] = gold.map(hexColour) as [Rgb, Rgb]
    const inks = inlays.map(hexColour)
    const leaves = cloudNoisePlane(scene, { across: 1 / (LEAF * unit), down: 1 / (LEAF * unit) }, seed + 83)
    const shown = beyondHeads(scene)
    const { x: left, y: top } = faces[0]?.mesh[MESH.noseTip] ?? { x: 0, y: 0 }
    const paint = (x: number, y: number, i: number): void => {
      const border = Math.min(x, y, width - 1 - x, height - 1 - y) / Math.min(width, height)
      const share = hasSubject ? 1 - subject[i]! : smoothstep(FRAME, FRAME * 0.9, border) * shown[i]!
      if (share < 0.01) return
      const leaf = leaves[i]!
      const stray = (leaf - 0.5) * STRAY
      const [u, v] = [(x - left) / unit + stray, (y - top) / unit - stray]
      // Fields are of one kind, and of one of two sizes.
      const [across, down] = [Math.floor(u / (2 * MOTIF)), Math.floor(v / (2 * MOTIF))]
      const cell = hashNoise(across, down, seed + 85) < 0.6 ? MOTIF : MOTIF / 2
      const [column, row] = [Math.floor(u / cell), Math.floor(v / cell)]
      const ink = inks[Math.floor(hashNoise(column, row, seed + 82) * inks.length)]!
      const [inU, inV] = [(u / cell - column) * 2 - 1, (v / cell - row) * 2 - 1]
      const kind = hashNoise(across, down, seed + 81)
      const drawn = motif(inU, inV, kind, 1.2 / (cell * unit)) * (0.55 + 0.6 * leaf) * shown[i]!
      const fleck = hashNoise(Math.floor(x / (FLECK * unit)), Math.floor(y / (FLECK * unit)), seed + 84)
      const shine = leaf * 0.75 + fleck * 0.25
      for (let c = 0; c < 3; c++) {
        const ground = dark[c]! + (light[c]! - dark[c]!) * shine
        const painted = ground + (ink[c]! * (0.8 + 0.3 * leaf) - ground) * drawn
        colour[i * 3 + c]! += (painted - colour[i * 3 + c]!) * share
      }
    }
    for (let y = 0, i = 0; y < height; y++) for (let x = 0; x < width; x++, i++) paint(x, y, i)
  },
)

function beyondHeads(scene: Scene): Float32Array {
  const heads = headsOf(scene)
  return softPlane(scene, 4, (x, y) => {
    let away = WHOLE
    for (const head of heads) away = Math.min(away, lengthOf(x - head.x, y - head.y) / head.size)
    return smoothstep(BARE, WHOLE, away)
  })
}

/** How much of a motif is drawn at (u, v), both -1..1; `pixel` is half the width of a soft edge. */
function motif(u: number, v: number, pick: number, pixel: number): number {
  const radius = Math.sqrt(u * u + v * v)
  if (pick < 0.4) {
    // A spiral of three turns.
    const turn = Math.atan2(v, u) / (2 * Math.PI)
    const arm = radius * 3.2 - turn
    const line = Math.abs(arm - Math.round(arm)) / 3.2
    return radius < 0.92 ? smoothstep(0.055 + pixel, 0.055 - pixel, line) : 0
  }
  if (pick < 0.55) {
    const ring = Math.abs(((radius * 3) % 1) - 0.5) / 3
    return radius < 0.85 ? smoothstep(0.07 + pixel, 0.07 - pixel, ring) : 0
  }
  if (pick < 0.8) {
    // Upright tiles: like dots, whole ones, or fields would look cut off.
    const [tileU, tileV] = [(u * 2.5 + 2.5) % 1, (v * 1.5 + 1.5) % 1]
    const filled = hashNoise(Math.floor(u * 2.5 + 2.5), Math.floor(v * 1.5 + 1.5), Math.floor(pick * 4096)) < 0.55
    return filled && tileU > 0.14 && tileU < 0.86 && tileV > 0.1 && tileV < 0.9 ? 0.95 : 0
  }
  const [dotU, dotV] = [((u * 1.5 + 1.5) % 1) - 0.5, ((v * 1.5 + 1.5) % 1) - 0.5]
  return pick < 0.92 ? smoothstep(0.26 + pixel, 0.26 - pixel, Math.sqrt(dotU * dotU + dotV * dotV)) * 0.9 : 0
}
