/** Gold leaf with ornament behind the subject, and woven into clothes: fields of spirals, rings and small tiles. The leaf is uneven and glitters. */
import { Type } from 'typebox'
import { MESH } from '../../detect/faces/mesh.js'
import { lengthOf, middleOf } from '../../raster/point.js'
import { hexColour, lumaOf, type Rgb, smoothstep } from '../pixels/canvas.js'
import { cloudNoisePlane, hashNoise } from '../pixels/noise.js'
import type { Scene } from '../scene.js'
import { FOREHEAD } from '../sitter/face-parts.js'
import { faceHeightOf } from '../sitter/face-regions.js'
import { amount, defineStep, hex } from '../step.js'

/** Width of the frame, relative to the shorter side. */
const FRAME = 0.11
/** Around a head the leaf is bare: motifs begin at the first distance from the middle of its face and are whole at the second, in heights of it. */
const [BARE, WHOLE] = [0.65, 1.05]
/** How much of the motifs is woven into clothes; on light ones, from the first brightness to the second, it would look like a print. */
const WOVEN = 0.38
const LIGHT = [0.4, 0.65] as const

export const ornament = defineStep(
  {
    /** Dark and light gold, then the inlays. */
    gold: Type.Tuple([hex(), hex()]),
    inlays: Type.Array(hex(), { minItems: 1, maxItems: 6 }),
    /** Side of a motif. */
    size: amount(20, 200),
  },
  ({ width, height, colour }, scene, { gold, inlays, size = 84 }) => {
    const { unit, seed, hasSubject } = scene
    const [dark, light] = gold.map(hexColour) as [Rgb, Rgb]
    const inks = inlays.map(hexColour)
    const large = size * unit
    const side = Math.min(width, height)
    const [leaves, wobbles] = [noiseOf(scene, 46, 83), noiseOf(scene, 15, 86)]
    const beyond = beyondHeads(scene)
    const { x: left, y: top } = scene.faces[0]?.mesh[MESH.noseTip] ?? { x: 0, y: 0 }
    const field = { cell: 0, row: 0, column: 0, pick: 0, ink: inks[0]! }
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        // Where everything is the subject, the gold is its frame.
        const border = Math.min(x, y, width - 1 - x, height - 1 - y) / side
        const share = hasSubject ? 1 - scene.subject[i]! : smoothstep(FRAME, FRAME * 0.9, border)
        const own = hasSubject ? Math.max(scene.skin[i]!, scene.hair[i]!, scene.features[i]!) : 1
        const at = i * 3
        const bright = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255
        const cloth = (1 - share) * (1 - own) ** 2 * WOVEN * smoothstep(LIGHT[1], LIGHT[0], bright)
        if (share < 0.01 && cloth < 0.01) continue
        // Drawn by hand: no line is straight.
        const leaf = leaves[i]!
        const wobble = (wobbles[i]! - 0.5) * 7 * unit
        const px = x - left + wobble
        const py = y - top - wobble * 0.8
        const [across, down] = [Math.floor(px / (large * 2)), Math.floor(py / (large * 2))]
        const cell = large * (hashNoise(across, down, seed + 85) < 0.6 ? 1 : 0.5)
        const row = Math.floor(py / cell)
        const column = Math.floor(px / cell)
        if (row !== field.row || column !== field.column || cell !== field.cell) {
          // Of one kind in each field.
          const pick = hashNoise(across, down, seed + 81)
          const ink = inks[Math.floor(hashNoise(column, row, seed + 82) * inks.length)]!
          Object.assign(field, { cell, row, column, pick, ink })
        }
        const { pick, ink } = field
        const drawn =
          motif((px / cell - column) * 2 - 1, (py / cell - row) * 2 - 1, pick, 1.2 / cell) *
          (0.55 + 0.6 * leaf) *
          beyond(x, y)
        const fleck = hashNoise(Math.floor(x / (2 * unit)), Math.floor(y / (2 * unit)), seed + 84)
        const shine = leaf * 0.75 + fleck * 0.25
        for (let c = 0; c < 3; c++) {
          const ground = dark[c]! + (light[c]! - dark[c]!) * shine
          const inlaid = ink[c]! * (0.8 + 0.3 * leaf)
          const painted = ground + (inlaid - ground) * drawn
          colour[at + c]! += (painted - colour[at + c]!) * share + (ground - colour[at + c]!) * cloth * drawn
        }
      }
    }
  },
)

/** How much of a motif is seen there: less near heads. */
function beyondHeads({ faces }: Scene): (x: number, y: number) => number {
  const heads = faces.map((face) => ({
    size: faceHeightOf(face),
    middle: middleOf(face.mesh[FOREHEAD]!, face.mesh[MESH.chin]!),
  }))
  return (x, y) => {
    let least = WHOLE
    for (const { size, middle } of heads) least = Math.min(least, lengthOf(x - middle.x, y - middle.y) / size)
    return smoothstep(BARE, WHOLE, least)
  }
}

/** Of hills so wide. */
function noiseOf(scene: Scene, wide: number, salt: number): Float32Array {
  const scale = 1 / (wide * scene.unit)
  return cloudNoisePlane(scene, { across: scale, down: scale }, scene.seed + salt)
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
