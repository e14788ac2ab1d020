/**
 * Which pencils of a box make a colour, and how much of each. Pigments are glazes: their absorbances add up, so the
 * amounts are the non-negative least-squares solution, with a small price on each pencil that keeps mixtures simple.
 * They are computed once for a lattice of colours.
 */
import { lumaOf, type Rgb, smoothstep } from '../../pixels/canvas.js'

/** 32 steps per channel: finer than strokes can show. */
const SHIFT = 3
const STEPS = 256 >> SHIFT
const SWEEPS = 30
const PRICE = 0.06
/** A few strokes of a dark pencil would make a light colour muddy: of its own absorbance, from where on one is taken, and freely. */
const MUDDY = [0.25, 0.6] as const
/** And photos have light skin more orange than anyone would draw it: so much less chroma has the lightest, and as much the deepest. */
const [PALER, DEEP] = [0.4, 3.5]

/** For each pencil a value at every colour of the lattice. */
export type Separation = readonly Float32Array[]

/** By box: the next picture is likely to be drawn with the same. */
const known = new Map<string, Separation>()
/** More boxes than any two recipes have. */
const MOST_KNOWN = 4

/** How dense strokes of each pencil must be at every colour of the lattice; `pure`, for skin: dark ones are for dark colours. */
export function densitiesOf(pencils: readonly Rgb[], paper: Rgb, pure = false): Separation {
  const box = JSON.stringify([pencils, paper, pure])
  const before = known.get(box)
  if (before) return before
  const passed = pencils.map((pencil) => lumaOf(...pencil) / 255)
  const densities = separate(pencils, paper, pure).map((amounts, k) =>
    amounts.map((amount) => densityOf(amount, passed[k]!)),
  )
  if (known.size === MOST_KNOWN) known.clear()
  known.set(box, densities)
  return densities
}

/** Strokes leave gaps: so dense must they be to take as much light away as an even glaze. */
const densityOf = (amount: number, passed: number): number =>
  -Math.log(1 - Math.min(0.95, (1 - passed ** amount) / (1 - passed)))

/** Amounts of each pencil. */
export function separate(pencils: readonly Rgb[], paper: Rgb, pure = false): Separation {
  const absorbances = pencils.map((pencil) => pencil.map((value, c) => absorbance(value, paper[c]!)))
  const darkness = absorbances.map(sum)
  const darkest = absorbances.reduce((most, one, k) => (sum(one) > sum(absorbances[most]!) ? k : most), 0)
  const out = pencils.map(() => new Float32Array(STEPS ** 3))
  const amounts = new Float32Array(pencils.length)
  const rest = new Float32Array(3)
  const free = pencils.map(() => 1)
  for (let i = 0; i < STEPS ** 3; i++) {
    for (let c = 0; c < 3; c++) {
      const step = (i >> ((2 - c) * (8 - SHIFT))) & (STEPS - 1)
      rest[c] = absorbance((step + 0.5) * (1 << SHIFT), paper[c]!)
    }
    if (pure) {
      const wanted = sum([...rest])
      const kept = 1 - PALER * smoothstep(DEEP, 0, wanted)
      for (let c = 0; c < 3; c++) rest[c] = wanted / 3 + (rest[c]! - wanted / 3) * kept
      for (const [k, own] of darkness.entries()) free[k] = smoothstep(MUDDY[0], MUDDY[1], wanted / own)
    }
    const dark = free[darkest]! * darkIn(rest, absorbances[darkest]!)
    for (let c = 0; c < 3; c++) rest[c]! -= dark * absorbances[darkest]![c]!
    solve(absorbances, amounts, rest, free)
    amounts[darkest]! += dark
    for (const [k, amount] of amounts.entries()) out[k]![i] = amount
  }
  return out
}

export const latticeIndex = (r: number, g: number, b: number): number =>
  ((r >> SHIFT) << (2 * (8 - SHIFT))) | ((g >> SHIFT) << (8 - SHIFT)) | (b >> SHIFT)

/** Pencils never cover so well that nothing of the paper shines through. */
const DARKEST = 0.06
const absorbance = (value: number, paper: number): number =>
  Math.max(0, -Math.log(Math.max(DARKEST, Math.min(1, value / paper))))

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** From the first absorbance on, what all channels share is left to the darkest pencil, from the second on all of it. */
const [SHADED, DARK] = [0.8, 1.6]

/** How much of the darkest pencil comes first: black out of red, green and blue strokes would be speckled. */
function darkIn(wanted: Float32Array, pencil: readonly number[]): number {
  const shared = Math.min(...wanted)
  return smoothstep(SHADED, DARK, shared) * Math.min(...pencil.map((value, c) => wanted[c]! / Math.max(1e-3, value)))
}

/** Coordinate descent; `rest` is what remains of the colour, `free` how far each pencil may be taken. */
function solve(
  pencils: readonly (readonly number[])[],
  amounts: Float32Array,
  rest: Float32Array,
  free: readonly number[],
): void {
  amounts.fill(0)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (const [k, pencil] of pencils.entries()) {
      const [r, g, b] = pencil as [number, number, number]
      const square = r * r + g * g + b * b
      const wanted = amounts[k]! + (r * rest[0]! + g * rest[1]! + b * rest[2]! - PRICE) / square
      const amount = Math.max(0, wanted) * free[k]!
      const change = amount - amounts[k]!
      amounts[k] = amount
      rest[0]! -= change * r
      rest[1]! -= change * g
      rest[2]! -= change * b
    }
  }
}
