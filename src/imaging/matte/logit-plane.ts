/** Arithmetic on square planes of logits. */
import type { Region } from '../detect/boxes.js'
import { clamp } from '../raster/clamp.js'
import type { Prediction } from './matting-network.js'

/** The bounding box of all pixels above a limit, as shares of the plane; undefined when there are none. */
export function boundsAbove({ size, logits }: Prediction, limit: number): Region | undefined {
  let [left, top, right, bottom] = [size, size, -1, -1]
  for (let y = 0, at = 0; y < size; y++) {
    for (let x = 0; x < size; x++, at++) {
      if (logits[at]! <= limit) continue
      if (x < left) left = x
      if (x > right) right = x
      if (top === size) top = y
      bottom = y
    }
  }
  if (right < 0) return undefined
  return { left: left / size, top: top / size, right: (right + 1) / size, bottom: (bottom + 1) / size }
}

/** A part of the plane on a square grid of another size, interpolated. */
export function partOf({ size, logits }: Prediction, part: Region, side: number): Float32Array {
  const out = new Float32Array(side * side)
  const place = (i: number, from: number, to: number): number =>
    clamp((from + ((i + 0.5) / side) * (to - from)) * size - 0.5, 0, size - 1)
  for (let y = 0, at = 0; y < side; y++) {
    const down = place(y, part.top, part.bottom)
    const top = Math.floor(down) * size
    const bottom = Math.min(size - 1, Math.floor(down) + 1) * size
    const v = down - Math.floor(down)
    for (let x = 0; x < side; x++, at++) {
      const across = place(x, part.left, part.right)
      const left = Math.floor(across)
      const right = Math.min(size - 1, left + 1)
      const u = across - left
      const above = logits[top + left]! * (1 - u) + logits[top + right]! * u
      const below = logits[bottom + left]! * (1 - u) + logits[bottom + right]! * u
      out[at] = above * (1 - v) + below * v
    }
  }
  return out
}

export function toProbability(logits: Float32Array): Float32Array {
  return logits.map((logit) => 1 / (1 + Math.exp(-logit)))
}

// A close-up leaves some 12 % of its side around the subject.
const FADE = 0.08

/** 0 at the borders of a square, 1 a little further in. */
export function towardsMiddle(side: number): (at: number) => number {
  const ramp = Float32Array.from({ length: side }, (_, i) =>
    clamp((Math.min(i, side - 1 - i) + 0.5) / (FADE * side), 0, 1),
  )
  return (at) => ramp[at % side]! * ramp[Math.floor(at / side)]!
}
