/**
 * Two looks at the same thing, made one. Along edges and in doubt the mean of both is better than either. Where they
 * differ about a whole piece (a skirt, a tail, a bystander) a mean would be neither: there one of the two decides. The
 * first look's word holds unless the second is much surer, and more so where a piece would be lost than where one would
 * be gained: another look must not take away what was found.
 */

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
  for (const piece of disputedPieces(first, second)) {
    if (piece.length < PIECE * first.length) continue
    const margin = first[piece[0]!]! > 0 ? TO_LOSE : TO_GAIN
    const isOverruled = surenessOf(second, piece) > surenessOf(first, piece) + margin
    for (const i of piece) fused[i] = first[i]! + (isOverruled ? weight(i) * (second[i]! - first[i]!) : 0)
  }
  return fused
}

const surenessOf = (logits: Float32Array, piece: readonly number[]): number =>
  piece.reduce((sum, i) => sum + Math.abs(logits[i]!), 0) / piece.length

/** Connected cells that one look calls subject and the other does not, each way apart. */
function* disputedPieces(first: Float32Array, second: Float32Array): Generator<readonly number[]> {
  const size = Math.sqrt(first.length)
  // 1: only the first look sees subject; 2: only the second; 0: both agree, or it has been counted.
  const dispute = Uint8Array.from(first, (logit, i) => (logit > 0 === second[i]! > 0 ? 0 : logit > 0 ? 1 : 2))
  for (let start = 0; start < dispute.length; start++) {
    const kind = dispute[start]
    if (kind === 0) continue
    const piece = [start]
    dispute[start] = 0
    for (let next = 0; next < piece.length; next++) {
      const i = piece[next]!
      const x = i % size
      const around = [x > 0 ? i - 1 : i, x < size - 1 ? i + 1 : i, i - size, i + size]
      for (const other of around) {
        if (dispute[other] !== kind) continue
        dispute[other] = 0
        piece.push(other)
      }
    }
    yield piece
  }
}
