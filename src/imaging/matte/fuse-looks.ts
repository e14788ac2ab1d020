/**
 * Two looks at the same thing, made one. Along edges and in doubt the mean of both is better than either. Where they
 * differ about a whole piece (a skirt, a tail, a bystander) a mean would be neither: there one of the two decides. The
 * first look's word holds unless the second is much surer, and more so where a piece would be lost than where one would
 * be gained: another look must not take away what was found.
 */
import { componentsOf } from '../raster/components.js'

/** A piece is at least this share of the plane. */
const PIECE = 0.003
/** By how much the second look must be surer, in logits, to take a piece away and to add one. */
const TO_LOSE = 3
const TO_GAIN = 1.5

/** Logits on the same square grid; `weight`: how much the second look counts, 0..1, by default everywhere alike. */
export function fuseLooks(
  first: Float32Array,
  second: Float32Array,
  weight: (at: number) => number = () => 1,
): Float32Array {
  const fused = first.map((logit, i) => logit + weight(i) * 0.5 * (second[i]! - logit))
  settlePieces(first, second, weight, fused, { isFound: true, margin: TO_LOSE })
  settlePieces(first, second, weight, fused, { isFound: false, margin: TO_GAIN })
  return fused
}

/** Whether the first look found the pieces in dispute, and by how much the second must be surer to overrule it. */
interface Dispute {
  readonly isFound: boolean
  readonly margin: number
}

function settlePieces(
  first: Float32Array,
  second: Float32Array,
  weight: (at: number) => number,
  fused: Float32Array,
  { isFound, margin }: Dispute,
): void {
  const disputed = new Uint8Array(first.length)
  for (let i = 0; i < first.length; i++) if (first[i]! > 0 === isFound && second[i]! > 0 !== isFound) disputed[i] = 255
  const { count, labels } = componentsOf(disputed, Math.sqrt(first.length))
  const cells = new Uint32Array(count + 1)
  /** How much surer the second look is, summed up. */
  const surer = new Float64Array(count + 1)
  for (let i = 0; i < labels.length; i++) {
    const piece = labels[i]!
    cells[piece]! += 1
    surer[piece]! += Math.abs(second[i]!) - Math.abs(first[i]!)
  }
  for (let i = 0; i < labels.length; i++) {
    const piece = labels[i]!
    if (piece === 0 || cells[piece]! < PIECE * first.length) continue
    const isOverruled = surer[piece]! > margin * cells[piece]!
    fused[i] = first[i]! + (isOverruled ? weight(i) * (second[i]! - first[i]!) : 0)
  }
}
