/** A smooth surface through the brightness of the ground, which leaves out what is darker than the ground itself. */

export interface Surface {
  readonly values: Float32Array
  /** How far the ground lies from it, on the bright side, where no shadow is. */
  readonly spread: number
}

/** 1, x, y, x², xy, y² with x and y from -1 to 1. */
const TERMS = 6
const ROUNDS = 5
/** Of the photo: less ground says nothing. */
const LEAST_GROUND = 0.08
const SMALLEST_SPREAD = 0.008
/** What is clearly darker than the surface, in spreads, is shadow. */
const SHADOW = 1.5
/** Six numbers are well known from so many pixels. */
const SAMPLES = 8000

export function fitSurface(
  light: Float32Array,
  ground: Uint8Array,
  width: number,
  height: number,
): Surface | undefined {
  const places = placesOf(ground)
  if (places.length < LEAST_GROUND * light.length) return undefined
  const step = Math.max(1, Math.floor(places.length / SAMPLES))
  const samples = places.filter((_, at) => at % step === 0)
  let kept = samples
  let spread = SMALLEST_SPREAD
  let solved: Float64Array | undefined
  for (let round = 0; round < ROUNDS; round++) {
    solved = leastSquares(light, kept, width, height)
    if (!solved) return undefined
    const below = samples.map((i) => heightAt(solved!, i, width, height) - light[i]!)
    spread = Math.max(SMALLEST_SPREAD, rootMeanSquare(below.filter((distance) => distance < 0)))
    kept = samples.filter((_, at) => below[at]! <= SHADOW * spread)
  }
  const values = Float32Array.from(light, (_, i) => heightAt(solved!, i, width, height))
  return { values, spread }
}

function placesOf(ground: Uint8Array): number[] {
  const places: number[] = []
  for (let i = 0; i < ground.length; i++) if (ground[i]) places.push(i)
  return places
}

const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(values.reduce((sum, value) => sum + value * value, 0) / Math.max(1, values.length))

const across = (i: number, width: number): number => (2 * (i % width)) / width - 1
const down = (i: number, width: number, height: number): number => (2 * Math.floor(i / width)) / height - 1

function heightAt(solved: Float64Array, i: number, width: number, height: number): number {
  const [x, y] = [across(i, width), down(i, width, height)]
  return solved[0]! + solved[1]! * x + solved[2]! * y + solved[3]! * x * x + solved[4]! * x * y + solved[5]! * y * y
}

/** The normal equations, by elimination with pivots; undefined where the ground does not determine the surface. */
function leastSquares(
  light: Float32Array,
  places: readonly number[],
  width: number,
  height: number,
): Float64Array | undefined {
  const rows = Array.from({ length: TERMS }, () => new Float64Array(TERMS + 1))
  for (const i of places) {
    const [x, y] = [across(i, width), down(i, width, height)]
    const terms = [1, x, y, x * x, x * y, y * y]
    for (const [r, row] of rows.entries()) {
      for (let c = 0; c < TERMS; c++) row[c]! += terms[r]! * terms[c]!
      row[TERMS]! += terms[r]! * light[i]!
    }
  }
  for (let column = 0; column < TERMS; column++) {
    const rest = rows.slice(column)
    const pivot = rest.reduce((best, row) => (Math.abs(row[column]!) > Math.abs(best[column]!) ? row : best))
    if (Math.abs(pivot[column]!) < 1e-6) return undefined
    rows[rows.indexOf(pivot)] = rows[column]!
    rows[column] = pivot
    for (const row of rows) {
      if (row === pivot) continue
      const factor = row[column]! / pivot[column]!
      for (let c = column; c <= TERMS; c++) row[c]! -= factor * pivot[c]!
    }
  }
  return Float64Array.from(rows, (row, i) => row[TERMS]! / row[i]!)
}
