/** The photo's alpha without remnants of the background, in plain loops: see src/imaging/id-photo/remnants.ts. */
import { toFace } from '../../src/imaging/id-photo/frame.js'
import { columnOf, type PortraitMatte, rowOf } from '../../src/imaging/id-photo/portrait-matte.js'
import { distanceToLevels } from '../../src/imaging/raster/distance.js'
import { toLab } from '../../src/imaging/raster/lab.js'
import type { Photo } from '../../src/imaging/raster/picture.js'
import { binOf, createColourCount } from './colour-count.js'
import { createFlood } from './flood.js'

const isInRows = (v: number): boolean => v >= -1.5 && v < 1.6

/** Places in the face frame are in face lengths here. */
export function withoutRemnants(photo: Photo, labs: Float32Array, alpha: Uint8Array, matte: PortraitMatte): Uint8Array {
  const side = Math.max(1, Math.floor(matte.unit / 3))
  const [columns, rows] = [Math.floor(photo.width / side), Math.floor(photo.height / side)]
  const sense = createSense(labs, matte)
  const found = new Uint8Array(columns * rows)
  for (let at = 0; at < found.length; at++) {
    const [x, y] = [at % columns, Math.floor(at / columns)]
    const { u, v } = toFace(matte.frame, { x: (x + 0.5) * side, y: (y + 0.5) * side })
    const [column, row] = [Math.round(columnOf(matte, u)), Math.round(rowOf(matte, v))]
    if (column < 0 || row < 0 || column >= matte.width || row >= matte.height) continue
    const [px, py] = [x, y].map((place) => Math.round((place + 0.5) * side)) as [number, number]
    const pixel = Math.min(photo.height - 1, py) * photo.width + Math.min(photo.width - 1, px)
    const [r, g, b] = photo.colour.subarray(3 * pixel)
    found[at] = sense(column, row, binOf(Float32Array.from(toLab(r!, g!, b!))))
  }
  const remnants = largePieces(found, columns, (0.0015 * matte.frame.chin ** 2) / side ** 2)
  const cleared = alpha.slice()
  for (let row = 1; row < rows - 1; row++) {
    for (let column = 1; column < columns - 1; column++) {
      const at = row * columns + column
      const times = [at, at, at - 1, at + 1, at - columns, at + columns].filter((place) => remnants.has(place)).length
      for (let y = row * side; y < (row + 1) * side; y++)
        for (let x = column * side; x < (column + 1) * side; x++)
          cleared[y * photo.width + x]! *= Math.max(0, 1 - times / 3)
    }
  }
  return cleared
}

function createSense(labs: Float32Array, { width, height, unit, origin, alpha, inside, frame }: PortraitMatte) {
  const { chin, eyeDistance } = frame
  const depth = distanceToLevels(0, 127, alpha, width).map((cells) => (cells * unit) / chin)
  const person = createColourCount()
  const stripes = Array.from({ length: 16 }, createColourCount)
  const uAt = (column: number): number => (origin.u + column * unit) / chin
  const vAt = (row: number): number => (origin.v + row * unit) / chin
  const stripeAt = (u: number, v: number) => stripes[2 * Math.min(7, Math.floor((v + 1.5) / 0.4)) + (u < 0 ? 0 : 1)]!
  const face = (1.15 * eyeDistance) / chin
  for (let row = 0; row < height; row += 3) {
    for (let column = 0; column < width; column += 3) {
      const [at, u, v] = [row * width + column, uAt(column), vAt(row)]
      if (!inside[at] || Math.abs(u) > 2 || v < -1.5) continue
      const isOwn = depth[at]! > 0.3 || Math.abs(u) < face || !isInRows(v)
      if (alpha[at]! >= 128 && isOwn) person.add(binOf(labs, 3 * at))
      if (alpha[at]! < 8 && isInRows(v)) stripeAt(u, v).add(binOf(labs, 3 * at))
    }
  }
  return (column: number, row: number, colour: number): number => {
    const [at, u, v] = [row * width + column, uAt(column), vAt(row)]
    const isBeside = Math.abs(u) > face && Math.abs(u) < 2
    if (!isInRows(v) || !isBeside || alpha[at]! < 8 || depth[at]! > 0.25) return 0
    const [there, here] = [stripeAt(u, v).share(colour), person.share(colour)]
    if (there > 0.04 && here < 0.012) return 255
    return there > 0.02 && here < 0.03 ? 128 : 0
  }
}

function largePieces(found: Uint8Array, columns: number, least: number): Set<number> {
  const kept = new Set<number>()
  const seen = new Set<number>()
  for (let start = 0; start < found.length; start++) {
    if (found[start] === 0 || seen.has(start)) continue
    const piece = [start]
    seen.add(start)
    const flood = createFlood(found.length, columns)
    flood.add(start)
    flood.spread(0, (at) => {
      if (found[at] === 0 || seen.has(at)) return false
      seen.add(at)
      piece.push(at)
      return true
    })
    if (piece.filter((at) => found[at] === 255).length >= least) for (const at of piece) kept.add(at)
  }
  return kept
}
