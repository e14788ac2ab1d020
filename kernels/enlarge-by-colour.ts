/** Alpha of a reduced photo at the photo's own size: src/imaging/matte/edges/enlarge-by-colour.ts says how. */

/** Squared distance of colours below which they are the same but for noise. */
const NOISE: f32 = 3 * 6 * 6
const ONE: f32 = 1
const HALF: f32 = 0.5

/**
 * One row. `above` and `below`: the two reduced rows it lies between, alpha then colour of each; `lows` and `parts`: per
 * pixel, the reduced pixel to its left and how far it is from there to the next one; `v`: how far it is to the row below.
 */
export function enlargeByColour(
  alphaAbove: usize,
  alphaBelow: usize,
  colourAbove: usize,
  colourBelow: usize,
  reduced: i32,
  lows: usize,
  parts: usize,
  v: f32,
  colour: usize,
  width: i32,
  out: usize,
): void {
  for (let x = 0; x < width; x++) {
    const low = load<i32>(lows + ((<usize>x) << 2))
    const high = min(reduced - 1, low + 1)
    const a = load<u8>(alphaAbove + <usize>low)
    const b = load<u8>(alphaAbove + <usize>high)
    const c = load<u8>(alphaBelow + <usize>low)
    const d = load<u8>(alphaBelow + <usize>high)
    const to = out + <usize>x
    if (a === b && a === c && a === d) {
      store<u8>(to, a)
      continue
    }
    const u = load<f32>(parts + ((<usize>x) << 2))
    const pixel = colour + <usize>(x * 3)
    const wa = (ONE - u) * (ONE - v) * likeness(pixel, colourAbove + <usize>(low * 3))
    const wb = u * (ONE - v) * likeness(pixel, colourAbove + <usize>(high * 3))
    const wc = (ONE - u) * v * likeness(pixel, colourBelow + <usize>(low * 3))
    const wd = u * v * likeness(pixel, colourBelow + <usize>(high * 3))
    const sum = wa * <f32>a + wb * <f32>b + wc * <f32>c + wd * <f32>d
    store<u8>(to, <u8>(sum / (wa + wb + wc + wd) + HALF))
  }
}

function likeness(one: usize, other: usize): f32 {
  const r = <f32>load<u8>(one) - <f32>load<u8>(other)
  const g = <f32>load<u8>(one, 1) - <f32>load<u8>(other, 1)
  const b = <f32>load<u8>(one, 2) - <f32>load<u8>(other, 2)
  const apart = NOISE + r * r + g * g + b * b
  return ONE / (apart * apart)
}
