/** Divides a picture into pieces that follow its edges: superpixels by colour and place, after SLIC. */
import type { Canvas } from '../canvas.js'

const ROUNDS = 3

export interface Seed {
  readonly x: number
  readonly y: number
  /** Distance to the neighbours, in pixels. */
  readonly size: number
}

export interface Piece {
  x: number
  y: number
  r: number
  g: number
  b: number
}

/** `regular`: high for pieces like the cells of a grid, low for pieces that follow every edge. */
export function divide({ width, height, colour }: Canvas, seeds: readonly Seed[], regular: number) {
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
