/** What is greyer than skin is the frame of glasses, or hair: however dark a shade of skin is, it keeps its hue. */
import { lumaOf, type Rgb, smoothstep } from '../pixels/canvas.js'

/** By how much, both at luma 1. */
const GREYER = [0.25, 0.55] as const
/** What is nearly black counts as grey. */
const NEARLY_BLACK = 40

/** 0 for skin of this tone, 1 for what is surely none. */
export function greynessBeside(tone: Rgb): (r: number, b: number, level: number) => number {
  const warm = (tone[0] - tone[2]) / Math.max(1, lumaOf(...tone))
  return (r, b, level) => smoothstep(...GREYER, warm - (r - b) / Math.max(NEARLY_BLACK, level))
}
