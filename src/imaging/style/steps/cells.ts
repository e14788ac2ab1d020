/**
 * Pieces of glass or stone: the picture is divided into pieces that follow its edges (superpixels by colour and place,
 * after SLIC), each in one colour, with lead or grout between them. On the face the pieces are smaller.
 */
import { Type } from 'typebox'
import { blur } from '../../raster/blur.js'
import { clamp01 } from '../../raster/clamp.js'
import { type Canvas, hexColour, lumaOf } from '../canvas.js'
import { hashNoise } from '../noise.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex, share } from '../step.js'

const ROUNDS = 3

export const cells = defineStep(
  {
    /** Side of a piece, and how large one on the face is relative to that. */
    size: amount(4, 120),
    face: share(),
    /** High: regular pieces; low: pieces that follow every edge. */
    regular: amount(0.02, 4),
    /** Width of the lead between two pieces. */
    lead: amount(0, 12),
    leadColour: Type.Optional(hex()),
    saturation: amount(0, 3),
    /** How much the pieces differ in brightness. */
    vary: share(),
    /** How much light falls off within a piece. */
    bevel: share(),
  },
  (canvas, scene, options) => {
    const { size = 26, face = 0.5, regular = 0.35, lead = 2, saturation = 1, vary = 0.1, bevel = 0 } = options
    const seeds = placeSeeds(scene, size * scene.unit, face)
    const { labels, pieces } = divide(canvas, seeds, regular)
    const colours = pieces.map(({ r, g, b }, piece) => {
      const grey = lumaOf(r, g, b)
      const light = 1 + (hashNoise(piece, 3, scene.seed) - 0.5) * vary
      return [r, g, b].map((value) => (grey + (value - grey) * saturation) * light)
    })
    const border = borders(labels, canvas, lead * scene.unit)
    const joint = hexColour(options.leadColour ?? '#101014')
    const { colour } = canvas
    for (let i = 0, at = 0; i < labels.length; i++, at += 3) {
      const fill = colours[labels[i]!]!
      // Lead is faint on skin and nearly absent on eyes and mouth: otherwise it would hide the face.
      const leadWeight = 1 - Math.min(1, scene.features[i]! * 0.95 + scene.skin[i]! * 0.6)
      const lined = lead > 0 ? border.line[i]! * leadWeight : 0
      const light = 1 + (border.inner[i]! - 0.5) * bevel * 0.5
      for (let c = 0; c < 3; c++) colour[at + c] = fill[c]! * light * (1 - lined) + joint[c]! * lined
    }
  },
)

interface Seed {
  x: number
  y: number
  size: number
}

/** A jittered grid; on the face a finer one. */
function placeSeeds(scene: Scene, size: number, face: number): Seed[] {
  const seeds: Seed[] = []
  const onFace = (x: number, y: number): boolean => {
    const i = Math.min(scene.height - 1, Math.floor(y)) * scene.width + Math.min(scene.width - 1, Math.floor(x))
    return scene.skin[i]! > 0.4 || scene.features[i]! > 0.3
  }
  const grid = (step: number, wanted: (x: number, y: number) => boolean, salt: number): void => {
    for (let row = 0; row * step < scene.height; row++) {
      for (let column = 0; column * step < scene.width; column++) {
        const jitter = (axis: number): number => (hashNoise(column, row * 3 + axis, scene.seed + salt) - 0.5) * 0.6
        const x = (column + 0.5 + (row % 2) * 0.25 + jitter(0)) * step
        const y = (row + 0.5 + jitter(1)) * step
        if (x < scene.width && y < scene.height && wanted(x, y)) seeds.push({ x, y, size: step })
      }
    }
  }
  const coarse = Math.max(4, size)
  grid(coarse, (x, y) => face >= 1 || !onFace(x, y), 41)
  if (face < 1) grid(Math.max(3, coarse * face), onFace, 42)
  return seeds
}

interface Piece {
  x: number
  y: number
  r: number
  g: number
  b: number
}

function divide({ width, height, colour }: Canvas, seeds: readonly Seed[], regular: number) {
  const area = width * height
  const labels = new Int32Array(area)
  const distance = new Float32Array(area)
  const colourAt = (x: number, y: number): Piece => {
    const at = (Math.min(height - 1, Math.floor(y)) * width + Math.min(width - 1, Math.floor(x))) * 3
    return { x, y, r: colour[at]!, g: colour[at + 1]!, b: colour[at + 2]! }
  }
  const pieces = seeds.length > 0 ? seeds.map(({ x, y }) => colourAt(x, y)) : [colourAt(width / 2, height / 2)]
  for (let round = 0; round < ROUNDS; round++) {
    distance.fill(Number.POSITIVE_INFINITY)
    for (const [index, piece] of pieces.entries()) {
      const { r, g, b } = piece
      const reach = (seeds[index]?.size ?? Math.max(width, height)) * 1.45
      const spatialWeight = (regular * 2500) / (reach * reach)
      const [left, right] = [Math.max(0, Math.floor(piece.x - reach)), Math.min(width - 1, Math.ceil(piece.x + reach))]
      const [top, bottom] = [Math.max(0, Math.floor(piece.y - reach)), Math.min(height - 1, Math.ceil(piece.y + reach))]
      for (let y = top; y <= bottom; y++) {
        for (let x = left; x <= right; x++) {
          const i = y * width + x
          const at = i * 3
          const dr = colour[at]! - r
          const dg = colour[at + 1]! - g
          const db = colour[at + 2]! - b
          const dx = x - piece.x
          const dy = y - piece.y
          const d = dr * dr + dg * dg + db * db + (dx * dx + dy * dy) * spatialWeight * 4
          if (d < distance[i]!) {
            distance[i] = d
            labels[i] = index
          }
        }
      }
    }
    moveToMeans(pieces, labels, colour, width)
  }
  return { labels, pieces }
}

function moveToMeans(pieces: Piece[], labels: Int32Array, colour: Uint8ClampedArray, width: number): void {
  const sums = new Float64Array(pieces.length * 6)
  for (let i = 0; i < labels.length; i++) {
    const to = labels[i]! * 6
    sums[to]! += i % width
    sums[to + 1]! += Math.floor(i / width)
    sums[to + 2]! += colour[i * 3]!
    sums[to + 3]! += colour[i * 3 + 1]!
    sums[to + 4]! += colour[i * 3 + 2]!
    sums[to + 5]! += 1
  }
  for (const [index, piece] of pieces.entries()) {
    const [x, y, r, g, b, count] = sums.subarray(index * 6, index * 6 + 6)
    if (count! > 0)
      Object.assign(piece, { x: x! / count!, y: y! / count!, r: r! / count!, g: g! / count!, b: b! / count! })
  }
}

/** `line`: 1 on borders of about the given width; `inner`: 0..1, larger in the upper left of a piece. */
function borders(labels: Int32Array, { width, height }: Canvas, lead: number) {
  const edge = new Float32Array(labels.length)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const right = x < width - 1 && labels[i] !== labels[i + 1]
      const below = y < height - 1 && labels[i] !== labels[i + width]
      if (right || below) edge[i] = 1
    }
  }
  const soft = blur(edge, width, height, Math.max(0.6, lead * 0.5))
  const line = soft.map((value) => Math.min(1, Math.max(0, value * Math.max(1.6, lead * 1.3) - 0.25) * 1.6))
  const wide = blur(edge, width, height, Math.max(1, lead * 1.4))
  const inner = new Float32Array(labels.length)
  for (let i = 0; i < labels.length; i++) {
    const from = i >= width + 1 ? i - width - 1 : i
    inner[i] = clamp01(0.5 + (wide[from]! - wide[i]!) * 4)
  }
  return { line, inner }
}
