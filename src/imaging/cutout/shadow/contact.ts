/**
 * The shadow of a thing that stands on the ground: narrow and dark where it touches, wide and pale around it. The lower
 * edge of the matte says where that is; whatever hangs far above the lowest point throws none.
 */
import type { Box, Size } from '../../raster/picture.js'

export interface Matte extends Size {
  readonly alpha: Uint8Array
  /** The subject. */
  readonly box: Box
}

export type Blur = (plane: Float32Array, width: number, height: number, sigma: number) => Float32Array

const SOLID = 128
/** How high above the ground beside it a part may be until it throws only a third of its shadow, by the smaller side. */
const REACH = 0.09
/** Feet farther back stand higher in the photo: the ground is looked for this far to both sides, by the width. */
const BESIDE = 0.15
/** And it lies this much higher at most, by the height, until only a third of the shadow is left. */
const SLOPE = 0.25
/** How deep a footprint is, relative to its width; seen from the front, and slightly from above. */
const DEPTH = 0.1

/** `spread`: 1 is what suits most photos. 0..1, before its strength. */
export function contactShadow(matte: Matte, spread: number, blur: Blur): Float32Array {
  const { width, height, box } = matte
  const { left, contour, weights } = footprint(matte)
  const depths = depthsOf(weights, Math.max(box.width, 0.4 * box.height))
  const drawn = (stretch: number, sigma: number): Float32Array => {
    const plane = new Float32Array(width * height)
    for (let i = 0; i < contour.length; i++) {
      const half = (depths[i]! * stretch) / 2
      const first = Math.max(0, Math.floor(contour[i]! - half))
      const last = Math.min(height - 1, Math.ceil(contour[i]! + half))
      for (let y = first; y <= last; y++) plane[y * width + left + i] = weights[i]!
    }
    return blur(plane, width, height, Math.max(0.6, sigma * spread))
  }
  const reach = Math.sqrt(box.width * Math.min(box.width, box.height))
  const [core, around] = [drawn(0.7, 0.008 * reach), drawn(1.6, 0.035 * reach)]
  return core.map((value, i) => 0.55 * value + 0.45 * around[i]!)
}

/** For each column of the subject: its lowest row, and how close that is to the ground, 0..1. */
function footprint({ alpha, width, box }: Matte) {
  const contour = new Float32Array(box.width)
  let ground = 0
  for (let i = 0; i < box.width; i++) {
    let y = box.top + box.height - 1
    while (y > box.top && alpha[y * width + box.left + i]! < SOLID) y -= 1
    contour[i] = y
    ground = Math.max(ground, y)
  }
  const scale = REACH * Math.min(box.width, box.height)
  const nearby = Math.ceil(BESIDE * box.width)
  const weights = contour.map((y, i) => {
    const local = contour.subarray(Math.max(0, i - nearby), i + nearby + 1).reduce((low, it) => Math.max(low, it))
    return Math.exp(-(((local - y) / scale) ** 2) - ((ground - local) / (SLOPE * box.height)) ** 2)
  })
  return { left: box.left, contour, weights }
}

/** The wider the place where it touches, the deeper; a narrow leg has a small foot. */
function depthsOf(weights: Float32Array, width: number): Float32Array {
  const depths = new Float32Array(weights.length)
  const touches = (i: number): boolean => weights[i]! > 0.3
  for (let start = 0; start < weights.length; start++) {
    if (!touches(start)) continue
    let end = start
    while (end < weights.length && touches(end)) end += 1
    depths.fill(DEPTH * Math.min(end - start, 0.6 * width), start, end)
    start = end
  }
  return depths
}
