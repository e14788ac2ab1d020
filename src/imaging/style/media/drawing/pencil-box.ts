/**
 * Which pencils of a box make a colour, and how much of each. Pigments are glazes: their absorbances add up, so the
 * amounts are the non-negative least-squares solution, with a small price on each pencil that keeps mixtures simple.
 * They are computed once for a lattice of colours.
 */
import { lumaOf, type Rgb, smoothstep } from '../../pixels/canvas.js'

/** 32 steps per channel: finer than strokes can show. Kernels look amounts up by the same. */
const SHIFT = 3
const STEPS = 256 >> SHIFT
const SWEEPS = 8
const PRICE = 0.06
/** A few strokes of a dark pencil would make a light colour muddy: of its own absorbance, from where on one is taken, and freely. */
const MUDDY = [0.25, 0.6] as const
/** The darkest pencil comes later: shadows on skin are brown before they are black. */
const SOOTY = 0.6
/** And photos have light skin more orange than anyone would draw it: so much less chroma has the lightest, and as much the deepest. */
const [PALER, DEEP] = [0.4, 3.5]
/** A cool shine on skin is drawn as lighter skin: of all that skin absorbs, blue exceeds red by so much, and so it is shared. No shade shines. */
const WARM = 0.2
const [SHINE, SHADE] = [1.6, 2.8]
const SKIN: Absorbance = [0.13, 0.34, 0.53]

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
  const box = pencils.map(([r, g, b]) => {
    const own: Absorbance = [absorbance(r, paper[0]), absorbance(g, paper[1]), absorbance(b, paper[2])]
    return { own, sum: sumOf(own), amount: 0, free: 1 }
  })
  const darkest = box.reduce((most, one) => (one.sum > most.sum ? one : most))
  const out = pencils.map(() => new Float32Array(STEPS ** 3))
  const scales = paper.map((light) =>
    Array.from({ length: STEPS }, (_, i) => absorbance((i + 0.5) * (1 << SHIFT), light)),
  )
  const [reds, greens, blues] = scales as [number[], number[], number[]]
  for (let i = 0; i < STEPS ** 3; i++) {
    const [red, green, blue] = [i >> (2 * (8 - SHIFT)), (i >> (8 - SHIFT)) & (STEPS - 1), i & (STEPS - 1)]
    let wanted: Absorbance = [reds[red]!, greens[green]!, blues[blue]!]
    if (pure) {
      const sum = sumOf(wanted)
      wanted = paler(warmer(wanted, sum), sum)
      for (const pencil of box)
        pencil.free = smoothstep(MUDDY[0], MUDDY[1], (sum / pencil.sum) * (pencil === darkest ? SOOTY : 1))
    }
    const dark = pure ? 0 : darkest.free * darkIn(wanted, darkest.own)
    solve(box, without(wanted, darkest.own, dark))
    for (let k = 0; k < box.length; k++) out[k]![i] = box[k]!.amount + (box[k] === darkest ? dark : 0)
  }
  return out
}

/** Of red, green and blue. */
type Absorbance = readonly [number, number, number]

interface Pencil {
  readonly own: Absorbance
  readonly sum: number
  amount: number
  /** How far it may be taken. */
  free: number
}

const sumOf = ([r, g, b]: Absorbance): number => r + g + b

const without = ([r, g, b]: Absorbance, own: Absorbance, amount: number): Absorbance => [
  r - amount * own[0],
  g - amount * own[1],
  b - amount * own[2],
]

function warmer(wanted: Absorbance, sum: number): Absorbance {
  const cool = smoothstep(WARM, 0, (wanted[2] - wanted[0]) / Math.max(0.01, sum)) * smoothstep(SHADE, SHINE, sum)
  return wanted.map((own, c) => own + (SKIN[c]! * sum - own) * cool) as [number, number, number]
}

function paler([r, g, b]: Absorbance, sum: number): Absorbance {
  const kept = 1 - PALER * smoothstep(DEEP, 0, sum)
  const grey = (sum / 3) * (1 - kept)
  return [grey + r * kept, grey + g * kept, grey + b * kept]
}

/** Pencils never cover so well that nothing of the paper shines through. */
const DARKEST = 0.06
const absorbance = (value: number, paper: number): number =>
  Math.max(0, -Math.log(Math.max(DARKEST, Math.min(1, value / paper))))

/** From the first absorbance on, what all channels share is left to the darkest pencil, from the second on all of it. */
const [SHADED, DARK] = [0.8, 1.6]

/** How much of the darkest pencil comes first: black out of red, green and blue strokes would be speckled. */
function darkIn([r, g, b]: Absorbance, own: Absorbance): number {
  const share = smoothstep(SHADED, DARK, Math.min(r, g, b))
  return share === 0 ? 0 : share * Math.min(r / own[0], g / own[1], b / own[2])
}

/** Coordinate descent, from the amounts for the last colour, which is like this one. */
function solve(box: readonly Pencil[], wanted: Absorbance): void {
  let [red, green, blue] = box.reduce((rest, { own, amount }) => without(rest, own, amount), wanted)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let k = 0; k < box.length; k++) {
      const pencil = box[k]!
      const [r, g, b] = pencil.own
      const better = pencil.amount + (r * red + g * green + b * blue - PRICE) / (r * r + g * g + b * b)
      const amount = Math.max(0, better) * pencil.free
      const change = amount - pencil.amount
      pencil.amount = amount
      red -= change * r
      green -= change * g
      blue -= change * b
    }
  }
}
