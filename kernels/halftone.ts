/** Printed dots: see src/imaging/style/media/print/halftone.ts. Pictures and planes are taken four pixels at a time. */
import { blueOf, greenOf, redOf, storeFour, towards } from './four-pixels'

/** Bytes of an ink: cosine and sine of its screen over the spacing, then how much of each light it takes away. */
const INK = 20

/**
 * Prints a picture in one ink on paper: `shares` of it are the print, the rest stays as it was. Each row needs room for
 * three pixels beyond: rows are handed over one by one.
 */
export function printOne(
  row: usize,
  shares: usize,
  width: i32,
  y: i32,
  ink: usize,
  soft: f32,
  contrast: f32,
  paper: usize,
): void {
  for (let x = 0; x < width; x += 4, row += 12, shares += 16) {
    const four = v128.load(row)
    const red = redOf(four)
    const green = greenOf(four)
    const blue = blueOf(four)
    const luma = f32x4.add(
      f32x4.add(f32x4.mul(red, f32x4.splat(0.299 / 255)), f32x4.mul(green, f32x4.splat(0.587 / 255))),
      f32x4.mul(blue, f32x4.splat(0.114 / 255)),
    )
    const dots = dotsAt(x, y, ink, soft, darkness(luma, contrast))
    const share = v128.load(shares)
    storeFour(
      row,
      towards(red, f32x4.mul(v128.load32_splat(paper), passed(dots, ink, 0)), share),
      towards(green, f32x4.mul(v128.load32_splat(paper, 4), passed(dots, ink, 1)), share),
      towards(blue, f32x4.mul(v128.load32_splat(paper, 8), passed(dots, ink, 2)), share),
    )
  }
}

/** The same in cyan, magenta, yellow and black, which follow each other in memory. */
export function printFour(
  row: usize,
  shares: usize,
  width: i32,
  y: i32,
  inks: usize,
  soft: f32,
  contrast: f32,
  paper: usize,
): void {
  const one = f32x4.splat(1)
  const byte = f32x4.splat(1.0 / 255)
  for (let x = 0; x < width; x += 4, row += 12, shares += 16) {
    const four = v128.load(row)
    const red = redOf(four)
    const green = greenOf(four)
    const blue = blueOf(four)
    const c = darkness(f32x4.mul(red, byte), contrast)
    const m = darkness(f32x4.mul(green, byte), contrast)
    const yellow = darkness(f32x4.mul(blue, byte), contrast)
    // Most of what all three have in common is printed in black.
    const common = f32x4.min(c, f32x4.min(m, yellow))
    const k = f32x4.div(f32x4.max(f32x4.splat(0), f32x4.sub(common, f32x4.splat(0.25))), f32x4.splat(0.75))
    const black = f32x4.mul(k, f32x4.splat(0.75))
    const rest = f32x4.sub(one, black)
    const ofCyan = dotsAt(x, y, inks, soft, between01(f32x4.div(f32x4.sub(c, black), rest)))
    const ofMagenta = dotsAt(x, y, inks + INK, soft, between01(f32x4.div(f32x4.sub(m, black), rest)))
    const ofYellow = dotsAt(x, y, inks + 2 * INK, soft, between01(f32x4.div(f32x4.sub(yellow, black), rest)))
    const ofBlack = dotsAt(x, y, inks + 3 * INK, soft, k)
    const share = v128.load(shares)
    storeFour(
      row,
      towards(red, printed(ofCyan, ofMagenta, ofYellow, ofBlack, inks, paper, 0), share),
      towards(green, printed(ofCyan, ofMagenta, ofYellow, ofBlack, inks, paper, 1), share),
      towards(blue, printed(ofCyan, ofMagenta, ofYellow, ofBlack, inks, paper, 2), share),
    )
  }
}

function printed(
  cyan: v128,
  magenta: v128,
  yellow: v128,
  black: v128,
  inks: usize,
  paper: usize,
  channel: usize,
): v128 {
  const first = f32x4.mul(passed(cyan, inks, channel), passed(magenta, inks + INK, channel))
  const second = f32x4.mul(passed(yellow, inks + 2 * INK, channel), passed(black, inks + 3 * INK, channel))
  return f32x4.mul(v128.load32_splat(paper + (channel << 2)), f32x4.mul(first, second))
}

/** How much light of a channel dots let through. */
function passed(dots: v128, ink: usize, channel: usize): v128 {
  return f32x4.sub(f32x4.splat(1), f32x4.mul(dots, v128.load32_splat(ink + (channel << 2), 8)))
}

function darkness(value: v128, contrast: f32): v128 {
  const off = f32x4.mul(f32x4.sub(f32x4.splat(0.5), value), f32x4.splat(contrast))
  return between01(f32x4.add(off, f32x4.splat(0.5)))
}

/** How much of four pixels lies inside the dots of their cells, with soft edges: dots cover that share of a cell. */
function dotsAt(x: i32, y: i32, ink: usize, soft: f32, coverage: v128): v128 {
  const one = f32x4.splat(1)
  const half = f32x4.splat(0.5)
  const cos = v128.load32_splat(ink)
  const sin = v128.load32_splat(ink, 4)
  const xs = f32x4.add(f32x4.splat(<f32>x), f32x4(0, 1, 2, 3))
  const ys = f32x4.splat(<f32>y)
  const u = f32x4.add(f32x4.mul(xs, cos), f32x4.mul(ys, sin))
  const v = f32x4.sub(f32x4.mul(ys, cos), f32x4.mul(xs, sin))
  const du = f32x4.abs(f32x4.sub(u, f32x4.floor(f32x4.add(u, half))))
  const dv = f32x4.abs(f32x4.sub(v, f32x4.floor(f32x4.add(v, half))))
  // In dark cells the dots merge: what is drawn is the light remainder around the corners.
  const isLight = f32x4.le(coverage, half)
  const drawn = v128.bitselect(coverage, f32x4.sub(one, coverage), isLight)
  const across = v128.bitselect(du, f32x4.sub(half, du), isLight)
  const down = v128.bitselect(dv, f32x4.sub(half, dv), isLight)
  const distance = f32x4.sqrt(f32x4.add(f32x4.mul(across, across), f32x4.mul(down, down)))
  const radius = f32x4.sqrt(f32x4.mul(drawn, f32x4.splat(0.31830989)))
  const edge = between01(f32x4.add(f32x4.div(f32x4.sub(radius, distance), f32x4.splat(2 * soft)), half))
  const dot = f32x4.mul(edge, between01(f32x4.mul(drawn, f32x4.splat(25))))
  return v128.bitselect(dot, f32x4.sub(one, dot), isLight)
}

function between01(value: v128): v128 {
  return f32x4.min(f32x4.splat(1), f32x4.max(f32x4.splat(0), value))
}
