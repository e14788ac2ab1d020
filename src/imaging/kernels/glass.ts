/** See kernels/glass.ts for what this does, and src/imaging/style/steps/glass.ts for when. */
import { type Address, kernel } from './memory.js'

/** Floats of a piece: its colour, its mean brightness, cosine and sine of its direction, and two that are not used. */
export const PIECE_FLOATS = 8

export const shineThrough =
  kernel<
    (
      picture: Address,
      labels: Address,
      pieces: Address,
      depth: Address,
      luma: Address,
      calm: Address,
      subject: Address,
      width: number,
      height: number,
      grain: number,
      seed: number,
      wide: number,
      shading: number,
    ) => void
  >('shineThrough')
