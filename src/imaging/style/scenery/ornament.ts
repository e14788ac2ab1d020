/** Gold leaf with ornament behind the subject, and woven into clothes: fields of spirals, rings and small tiles. The leaf is uneven and glitters. */
import { Type } from 'typebox'
import { MESH } from '../../detect/faces/mesh.js'
import { lengthOf, middleOf } from '../../raster/point.js'
import { hexColour, lumaOf, type Rgb, smoothstep } from '../pixels/canvas.js'
import { cloudNoisePlane, hashNoise } from '../pixels/noise.js'
import type { Scene } from '../scene.js'
import { FOREHEAD } from '../sitter/face-parts.js'
import { faceHeightOf } from '../sitter/face-regions.js'
import { defineStep, hex, needed } from '../step.js'

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
    size: needed(20, 200),
  },
  ({ width, height, colour }, scene, { gold, inlays, size }) => {
    const { unit, seed, hasSubject, subject, skin, hair, features } = scene
    const [dark, light] = gold.map(hexColour) as [Rgb, Rgb]
    const inks = inlays.map(hexColour)
    const side = Math.min(width, height)
    const [leaves, wobbles] = [noiseOf(scene, 46, 83), noiseOf(scene, 15, 86)]
    const flecksAt = flecksOf(scene)
    const motifAt = motifsOf(size * unit, inks.length, seed)
    const beyond = beyondHeads(scene)
    const { x: left, y: top } = scene.faces[0]?.mesh[MESH.noseTip] ?? { x: 0, y: 0 }
    const gildRow = (y: number): void => {
      const flecks = flecksAt(y)
      for (let x = 0, i = y * width; x < width; x++, i++) {
        // Where everything is the subject, the gold is its frame.
        const border = Math.min(x, y, width - 1 - x, height - 1 - y) / side
        const share = hasSubject ? 1 - subject[i]! : smoothstep(FRAME, FRAME * 0.9, border)
        const own = hasSubject ? Math.max(skin[i]!, hair[i]!, features[i]!) : 1
        const at = i * 3
        const bright = lumaOf(colour[at]!, colour[at + 1]!, colour[at + 2]!) / 255
        const bare = 1 - own
        const cloth = (1 - share) * bare * bare * WOVEN * smoothstep(LIGHT[1], LIGHT[0], bright)
        if (share < 0.01 && cloth < 0.01) continue
        // Drawn by hand: no line is straight.
        const leaf = leaves[i]!
        const wobble = (wobbles[i]! - 0.5) * 7 * unit
        const motif = motifAt(x - left + wobble, y - top - wobble * 0.8)
        const drawn = motif.shown > 0 ? motif.shown * (0.55 + 0.6 * leaf) * beyond(x, y) : 0
        const ink = inks[motif.ink]!
        const shine = leaf * 0.75 + flecks[x]! * 0.25
        for (let c = 0; c < 3; c++) {
          const ground = dark[c]! + (light[c]! - dark[c]!) * shine
          const inlaid = ink[c]! * (0.8 + 0.3 * leaf)
          const painted = ground + (inlaid - ground) * drawn
          colour[at + c]! += (painted - colour[at + c]!) * share + (ground - colour[at + c]!) * cloth * drawn
        }
      }
    }
    for (let y = 0; y < height; y++) gildRow(y)
  },
)

/** How leaf glitters: flecks of two units, of one row at a time. */
function flecksOf({ width, unit, seed }: Scene): (y: number) => Float32Array {
  const flecks = new Float32Array(width)
  let known = -1
  return (y) => {
    const row = Math.floor(y / (2 * unit))
    for (let x = 0; x < width && row !== known; x++) flecks[x] = hashNoise(Math.floor(x / (2 * unit)), row, seed + 84)
    known = row
    return flecks
  }
}

/** How much of a motif is drawn at a place, and in which ink. Fields are of one kind and of two sizes; each is drawn once, as a stamp. */
function motifsOf(large: number, inks: number, seed: number): (x: number, y: number) => { shown: number; ink: number } {
  const stamps = new Map<string, Float32Array>()
  const found = { shown: 0, ink: 0 }
  let [across, down, column, row, cell, side] = [Number.NaN, Number.NaN, Number.NaN, Number.NaN, 1, 1]
  let stamp: Float32Array = new Float32Array(1)
  const enter = (): void => {
    cell = large * (hashNoise(across, down, seed + 85) < 0.6 ? 1 : 0.5)
    const pick = hashNoise(across, down, seed + 81)
    side = Math.ceil(cell)
    const name = `${side} ${pick}`
    stamp = stamps.get(name) ?? stampOf(side, pick)
    stamps.set(name, stamp)
    column = Number.NaN
  }
  return (x, y) => {
    const [fieldX, fieldY] = [Math.floor(x / (large * 2)), Math.floor(y / (large * 2))]
    if (fieldX !== across || fieldY !== down) {
      across = fieldX
      down = fieldY
      enter()
    }
    const [cellX, cellY] = [Math.floor(x / cell), Math.floor(y / cell)]
    if (cellX !== column || cellY !== row) {
      column = cellX
      row = cellY
      found.ink = Math.floor(hashNoise(column, row, seed + 82) * inks)
    }
    const [u, v] = [Math.floor((x / cell - column) * side), Math.floor((y / cell - row) * side)]
    found.shown = stamp[v * side + u]!
    return found
  }
}

function stampOf(side: number, pick: number): Float32Array {
  const stamp = new Float32Array(side * side)
  for (let i = 0; i < stamp.length; i++) {
    const [u, v] = [((i % side) + 0.5) / side, (Math.floor(i / side) + 0.5) / side]
    stamp[i] = motif(u * 2 - 1, v * 2 - 1, pick, 1.2 / side)
  }
  return stamp
}

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
