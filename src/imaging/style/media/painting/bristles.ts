/** The marks of a brush's hairs: long streaks, one table for all strokes, which read it at different places. */
import { clamp01 } from '../../../raster/clamp.js'
import { cloudNoisePlane } from '../../pixels/noise.js'

/** Entries per side; a power of two, so that reading wraps around with a mask. */
const SIDE = 256
/** How far a hair leaves the same mark, and how many stick together, in entries. */
const [LONG, WIDE] = [16, 2]
/** Middling marks are the most frequent: they are spread. */
const SPREAD = 1.9

/** 0..1. */
export type Bristles = Float32Array

export const createBristles = (seed: number): Bristles =>
  cloudNoisePlane({ width: SIDE, height: SIDE }, { across: 1 / LONG, down: 1 / WIDE }, seed).map((mark) =>
    clamp01(0.5 + (mark - 0.5) * SPREAD),
  )
