/** A smooth surface through the brightness of the ground, which leaves out what is darker than the ground itself. */

export interface Surface {
  readonly values: Float32Array
  /** How far the ground lies from it, on the bright side, where no shadow is. */
  readonly spread: number
}

const TERMS = 6
const ROUNDS = 5
/** Of the photo: less ground says nothing. */
const LEAST_GROUND = 0.08
const SMALLEST_SPREAD = 0.008

/** 1, x, y, x², xy, y² with x and y from -1 to 1. */
function termsAt(i: number, width: number, height: number, terms: Float64Array): void {
  const x = (2 * (i % width)) / width - 1
  const y = (2 * Math.floor(i / width)) / height - 1
  terms.set([1, x, y, x * x, x * y, y * y])
}

export function fitSurface(
  light: Float32Array,
  ground: Uint8Array,
  width: number,
  height: number,
): Surface | undefined {
  const weights = Float32Array.from(ground)
  if (weights.reduce((sum, weight) => sum + weight, 0) < LEAST_GROUND * light.length) return undefined
  let values = new Float32Array(light.length)
  let spread = Number.POSITIVE_INFINITY
  for (let round = 0; round < ROUNDS; round++) {
    const solved = leastSquares(light, weights, width, height)
    if (!solved) return undefined
    values = evaluate(solved, width, height)
    spread = brightSpread(light, values, ground)
    // What is clearly darker is shadow, and counts for nothing in the next round.
    for (let i = 0; i < light.length; i++) {
      const below = values[i]! - light[i]!
      weights[i] = ground[i]! * (below > 1.5 * spread ? 0 : 1)
    }
  }
  return { values, spread }
}

function evaluate(solved: Float64Array, width: number, height: number): Float32Array<ArrayBuffer> {
  const values = new Float32Array(width * height)
  const terms = new Float64Array(TERMS)
  for (let i = 0; i < values.length; i++) {
    termsAt(i, width, height, terms)
    let sum = 0
    for (let k = 0; k < TERMS; k++) sum += solved[k]! * terms[k]!
    values[i] = sum
  }
  return values
}

function brightSpread(light: Float32Array, values: Float32Array, ground: Uint8Array): number {
  let [squares, count] = [0, 0]
  for (let i = 0; i < light.length; i++) {
    const above = light[i]! - values[i]!
    if (!ground[i] || above <= 0) continue
    squares += above * above
    count += 1
  }
  return count === 0 ? SMALLEST_SPREAD : Math.max(SMALLEST_SPREAD, Math.sqrt(squares / count))
}

/** The normal equations, by elimination with pivots; undefined where the ground does not determine the surface. */
function leastSquares(
  light: Float32Array,
  weights: Float32Array,
  width: number,
  height: number,
): Float64Array | undefined {
  const rows = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 1))
  const terms = new Float64Array(TERMS)
  for (let i = 0; i < light.length; i++) {
    if (weights[i] === 0) continue
    termsAt(i, width, height, terms)
    for (let r = 0; r < TERMS; r++) {
      const row = rows[r]!
      for (let c = 0; c < TERMS; c++) row[c]! += terms[r]! * terms[c]!
      row[TERMS]! += terms[r]! * light[i]!
    }
  }
  for (let column = 0; column < TERMS; column++) {
    const rest = rows.slice(column)
    const pivot = rest.reduce((best, row) => (Math.abs(row[column]!) > Math.abs(best[column]!) ? row : best))
    if (Math.abs(pivot[column]!) < 1e-6) return undefined
    const at = rows.indexOf(pivot)
    rows[at] = rows[column]!
    rows[column] = pivot
    for (const row of rows) {
      if (row === pivot) continue
      const factor = row[column]! / pivot[column]!
      for (let c = column; c <= TERMS; c++) row[c]! -= factor * pivot[c]!
    }
  }
  return Float64Array.from(rows, (row, i) => row[TERMS]! / row[i]!)
}
