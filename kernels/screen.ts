/** Tones by lines, whose width gives them: see src/imaging/style/media/drawing/pen.ts and media/print/engrave.ts. */
import { hashNoise, valueNoise } from './noise'

/** Hills of a hand that wavers, in distances of rows. */
const HILLS: f64 = 9
/** How firm the ends of a stroke are, relative to it, and by how much strokes differ. */
const END: f64 = 0.55
const UNLIKE: f64 = 0.3
/** Where a line stops it has this share of the thinnest one, which it is where so much more than the faintest is wanted. */
const THIN: f64 = 0.3
const FADE: f64 = 0.8

/**
 * In place: what is black already becomes all ink, 0..1, where `wanted` says how much the strokes of one set of rows after the other
 * bring. `rows`, floats, for each of `sets`: what x and y count across the rows, in distances of them, its seed, and the share of the
 * sheet that it covers at most. `bend`: how far the form bends them; `thinnest`: share of a row's room that the thinnest line takes,
 * and `faintest` of that is wanted at least; `length`, `ends` and `waver` of strokes in distances of rows.
 */
export function hatchWithPen(
  ink: usize,
  wanted: usize,
  form: usize,
  width: i32,
  height: i32,
  rows: usize,
  sets: i32,
  spacing: f64,
  bend: f64,
  thinnest: f64,
  faintest: f64,
  length: f64,
  ends: f64,
  waver: f64,
): void {
  const last = rows + ((<usize>sets) << 4)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, ink += 4, wanted += 4, form += 4) {
      let left: f64 = 1 - f32.load(ink)
      let lacking: f64 = f32.load(wanted)
      const bent = <f64>y + <f64>f32.load(form) * bend
      for (let set = rows; set < last && lacking >= 0.01 && left >= 0.01; set += 16) {
        const own = min(lacking, <f64>f32.load(set, 12))
        const seed = <i32>f32.load(set, 8)
        const across: f64 = f32.load(set)
        const down: f64 = f32.load(set, 4)
        const hill = valueNoise(<f64>x / (HILLS * spacing), bent / (HILLS * spacing), seed)
        const at = <f64>x * across + bent * down + (hill - 0.5) * waver
        const row = Math.floor(at + 0.5)
        const place = (<f64>x * down - bent * across) / length + hashNoise(<i32>row, 1, seed)
        const stroke = Math.floor(place)
        const chance = hashNoise(<i32>row, <i32>stroke, seed + 1)
        const least = thinnest * faintest * (0.5 + chance)
        if (own >= least) {
          const end = min(1, (min(place - stroke, stroke + 1 - place) * length) / ends + END)
          // In the light a line thins out before it stops.
          const thin = min(1, THIN + (own - least) / (least * FADE))
          const share = max(own, thinnest * thin) * end * (1 + UNLIKE * (chance - 0.5))
          left *= 1 - inkOf(at, share, 1 / spacing)
        }
        lacking = 1 - (1 - lacking) / (1 - own)
      }
      f32.store(ink, <f32>(1 - left))
    }
  }
}

/**
 * In place: what ink the lines of one set bring, each as broad as `shares` says, between those that are there. `across`, `down`: what
 * x and y count across the lines, in distances of them; `bend`: how far the form bends them; `seen`: how much an edge takes.
 */
export function ruleLines(
  ink: usize,
  shares: usize,
  form: usize,
  width: i32,
  height: i32,
  across: f64,
  down: f64,
  bend: f64,
  seen: f64,
): void {
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++, ink += 4, shares += 4, form += 4) {
      const share = <f64>f32.load(shares)
      if (share === 0) continue
      const bent = <f64>y + <f64>f32.load(form) * bend
      const left = 1 - inkOf(<f64>x * across + bent * down, share, seen)
      f32.store(ink, <f32>(1 - (1 - <f64>f32.load(ink)) * left))
    }
  }
}

/**
 * Of lines that cover this share of the sheet, 1 apart and at whole numbers, over what one pixel sees: exactly so much on average,
 * wherever its grid lies, or fine lines would beat with it.
 */
function inkOf(at: f64, share: f64, seen: f64): f64 {
  return (inkUpTo(at + seen / 2, share) - inkUpTo(at - seen / 2, share)) / seen
}

function inkUpTo(at: f64, share: f64): f64 {
  const row = Math.floor(at + 0.5)
  return row * share + min(share, max(0, at + 0.5 - row - (1 - share) / 2))
}
