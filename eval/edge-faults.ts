/**
 * What a retoucher sees first and MAE and IoU hardly show: haze around the subject, bites out of it, staircases along its
 * edge, pieces too many and parts missing. In thousandths, but for the pieces, which are counted.
 */
import { componentsOf } from '../src/imaging/raster/components.js'
import type { Pixels } from './colour-integrity.js'
import { dilateDisk } from './morphology.js'
import { atLeast, emptyMask, type Mask, type Plane } from './plane.js'

export interface EdgeFaults {
  /** Mean alpha near the subject where there is none; undefined where the truth has no soft edges. */
  readonly veil: number | undefined
  /** Mean alpha that is missing near the edge where the subject is solid. */
  readonly core: number | undefined
  /** Jumps of alpha that the photo does not have, per thousand pixels of the soft band. */
  readonly steps: number
  readonly extra: number
  readonly missing: number
}

const NEAR = 0.03
const APART = 0.015
const PIECE = 0.003

export function edgeFaultsOf(photo: Pixels, alpha: Plane, truth: Plane, isSoft: boolean): EdgeFaults {
  const diagonal = Math.hypot(alpha.width, alpha.height)
  const near = Math.max(4, Math.floor(NEAR * diagonal))
  const subject = atLeast(truth, 0.5)
  const [outside, inside] = [dilateDisk(subject, near), dilateDisk(inverse(subject), near)]
  const meanWhere = (near: Mask, counts: (real: number) => boolean, fault: (value: number) => number): number => {
    let [sum, n] = [0, 0]
    for (let i = 0; i < near.data.length; i++) {
      if (near.data[i] === 0 || !counts(truth.data[i]!)) continue
      sum += fault(alpha.data[i]!)
      n += 1
    }
    return n === 0 ? 0 : (1000 * sum) / n
  }
  const tolerance = Math.max(2, Math.round(APART * diagonal))
  return {
    veil: isSoft
      ? meanWhere(
          outside,
          (real) => real <= 0.02,
          (value) => value,
        )
      : undefined,
    core: isSoft
      ? meanWhere(
          inside,
          (real) => real >= 0.98,
          (value) => 1 - value,
        )
      : undefined,
    steps: stepsOf(photo, alpha),
    extra: piecesBeyond(atLeast(alpha, 0.5), atLeast(truth, 0.02), tolerance),
    missing: piecesBeyond(subject, atLeast(alpha, 0.02), tolerance),
  }
}

const inverse = ({ data, width, height }: Mask): Mask => ({ data: data.map((value) => 1 - value), width, height })

/** How many pieces of one silhouette lie well away from the other. */
function piecesBeyond(mask: Mask, other: Mask, tolerance: number): number {
  const covered = dilateDisk(other, tolerance)
  const rest = mask.data.map((value, i) => (value === 1 && covered.data[i] === 0 ? 255 : 0))
  const { count, labels } = componentsOf(rest, mask.width)
  const sizes = new Uint32Array(count + 1)
  for (const label of labels) sizes[label]! += 1
  return sizes.subarray(1).filter((size) => size > PIECE * rest.length).length
}

const JUMP = 0.15
const FLAT = 3
const BAND = 3

function stepsOf(photo: Pixels, { data, width, height }: Plane): number {
  const soft = emptyMask(width, height)
  for (let i = 0; i < data.length; i++) soft.data[i] = data[i]! > 0.02 && data[i]! < 0.98 ? 1 : 0
  const band = dilateDisk(soft, BAND)
  const smooth = smoothed(photo)
  let [steps, pixels] = [0, 0]
  const isStep = (i: number, j: number): boolean => {
    if (Math.abs(data[i]! - data[j]!) <= JUMP) return false
    for (let c = 0; c < 3; c++) if (Math.abs(smooth[i * 3 + c]! - smooth[j * 3 + c]!) >= FLAT) return false
    return true
  }
  for (let i = 0; i < data.length; i++) {
    if (band.data[i] === 0) continue
    pixels += 1
    if (i % width < width - 1 && isStep(i, i + 1)) steps += 1
    if (i + width < data.length && isStep(i, i + width)) steps += 1
  }
  return (1000 * steps) / Math.max(1, pixels)
}

/** A Gaussian of one pixel, across and down. */
const WEIGHTS = [-3, -2, -1, 0, 1, 2, 3].map((at) => Math.exp((-at * at) / 2))

function smoothed({ data, width, height, channels }: Pixels): Float32Array {
  const total = WEIGHTS.reduce((sum, weight) => sum + weight, 0)
  const along = (from: ArrayLike<number>, stride: number, across: boolean): Float32Array => {
    const out = new Float32Array(width * height * 3)
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        for (let c = 0; c < 3; c++) {
          let sum = 0
          for (const [k, weight] of WEIGHTS.entries()) {
            const [px, py] = across ? [clampTo(x + k - 3, width), y] : [x, clampTo(y + k - 3, height)]
            sum += weight * from[(py * width + px) * stride + c]!
          }
          out[(y * width + x) * 3 + c] = sum / total
        }
      }
    }
    return out
  }
  return along(along(data, channels, true), 3, false)
}

const clampTo = (at: number, length: number): number => Math.min(length - 1, Math.max(0, at))

export interface Judged {
  readonly category: string
  readonly edges: EdgeFaults
}

/** One line per kind of photo: medians, and how many pieces are too many and missing. */
export function renderEdgeFaults(pictures: readonly Judged[]): string {
  const kinds = [...new Set(pictures.map(({ category }) => category))].sort()
  const row = (name: string, members: readonly Judged[]): string => {
    const medianOf = (key: 'veil' | 'core' | 'steps'): string => {
      const values = members.map(({ edges }) => edges[key]).filter((value) => value !== undefined)
      return values.length === 0 ? '-' : values.sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)]!.toFixed(1)
    }
    const sum = (key: 'extra' | 'missing'): string =>
      String(members.reduce((total, { edges }) => total + edges[key], 0))
    const cells = [
      String(members.length),
      medianOf('veil'),
      medianOf('core'),
      medianOf('steps'),
      sum('extra'),
      sum('missing'),
    ]
    return name.padEnd(10) + cells.map((cell) => cell.padStart(8)).join('')
  }
  const header = `${'edges'.padEnd(10)}${['n', 'veil', 'core', 'steps', 'extra', 'missing'].map((name) => name.padStart(8)).join('')}`
  const rows = kinds.map((kind) =>
    row(
      kind,
      pictures.filter(({ category }) => category === kind),
    ),
  )
  return [header, ...rows, row('ALL', pictures)].join('\n')
}
