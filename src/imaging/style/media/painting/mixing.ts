/** The colour on the brush: that of the reference, a little off, as no two mixtures on a palette are the same. */
import { lumaOf } from '../../pixels/canvas.js'

export interface Jitter {
  /** Of brightness, 0..1. */
  readonly value: number
  /** In turns of the colour circle. */
  readonly hue: number
  readonly saturation: number
}

/** Writes the mixture to `to`; `random` gives 0..1. */
export function mixPaint(
  to: Float32Array,
  red: number,
  green: number,
  blue: number,
  { value, hue, saturation }: Jitter,
  random: () => number,
): void {
  const luma = lumaOf(red, green, blue)
  const angle = (random() - 0.5) * 2 * hue * 2 * Math.PI
  const richer = 1 + (random() - 0.5) * 2 * saturation
  const lighter = 1 + (random() - 0.5) * 2 * value
  const [cos, sin] = [Math.cos(angle) * richer, Math.sin(angle) * richer]
  const [u, v] = [blue - luma, red - luma]
  const turnedBlue = u * cos - v * sin
  const turnedRed = u * sin + v * cos
  to[0] = (luma + turnedRed) * lighter
  to[2] = (luma + turnedBlue) * lighter
  to[1] = (luma - (0.299 * turnedRed + 0.114 * turnedBlue) / 0.587) * lighter
}
