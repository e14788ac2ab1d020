/** How often colours occur, told apart coarsely: see src/imaging/id-photo/colour-count.ts. */

const LIGHTNESS_STEP: f64 = 12
const AB_STEP: f64 = 9
const BINS: i32 = 32
/** Of lightness, with a neighbour on either side: there are no more than these. */
const LEVELS: i32 = 10
export const COLOURS: i32 = LEVELS * BINS * BINS
/** An integer for each colour, and one for all. */
export const COUNT_BYTES: usize = (<usize>COLOURS + 1) << 2

/** Of lightness, a and b. */
export function binOf(lab: usize): i32 {
  const lightness = binAt(<f64>f32.load(lab), LIGHTNESS_STEP)
  return (
    (lightness * BINS + binAt(<f64>f32.load(lab, 4) + 120, AB_STEP)) * BINS +
    binAt(<f64>f32.load(lab, 8) + 120, AB_STEP)
  )
}

function binAt(value: f64, step: f64): i32 {
  return min(BINS - 2, max(1, <i32>Math.floor(value / step + 0.5)))
}

export function addColour(count: usize, bin: i32): void {
  increase(count + ((<usize>bin) << 2))
  increase(count + ((<usize>COLOURS) << 2))
}

function increase(at: usize): void {
  store<i32>(at, load<i32>(at) + 1)
}

/** The share of a colour with its neighbours, so that no border between bins makes a difference. */
export function shareOf(count: usize, bin: i32): f64 {
  const all = load<i32>(count + ((<usize>COLOURS) << 2))
  if (all === 0) return 0
  let near = 0
  for (let i = -1; i <= 1; i++) {
    for (let j = -1; j <= 1; j++) {
      const middle = count + ((<usize>(bin + (i * BINS + j) * BINS)) << 2)
      near += load<i32>(middle - 4) + load<i32>(middle) + load<i32>(middle, 4)
    }
  }
  return <f64>near / <f64>all
}
