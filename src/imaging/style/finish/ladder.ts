/** The steps of brightness that a comic is printed in: skin's tones first, then down to black and up to white. */
import { smoothstep } from '../pixels/canvas.js'
import type { FaceLight } from '../sitter/light-on-face.js'

export interface Ladder {
  /** What each of `STEPS` + 1 degrees of brightness is printed as, 0..1. */
  readonly values: Float32Array
}

/** Too small to be seen. */
export const STEPS = 1023
/** Of ink, 0..1. */
export const BLACK = 0.055
/** Where there is no face to say what is lit. */
const NO_FACE: FaceLight = { lit: 0.62, half: 0.53, shade: 0.4, dark: 0.3, deep: 0.2, shine: 0.71 }
/** Tones relative to lit skin; and where the darkest begins, relative to shade. */
const TONES = { shine: 1.15, half: 0.83, shade: 0.62, deep: 0.42, darkest: 0.25 }
const DARKEST = 0.3
/** From one tone to the next above skin, which is white when it is nearly so. */
const [UPWARDS, WHITE] = [1.22, 0.88]
/** Half the width of the edge between two tones, as a share of brightness. */
const EDGE = 0.005

export function ladderFrom({ lit, half, shade, dark, deep, shine }: FaceLight = NO_FACE): Ladder {
  const tones: [from: number, value: number][] = [
    [DARKEST * shade, TONES.darkest * lit],
    [deep, TONES.deep * lit],
    [dark, TONES.shade * lit],
    [shade, TONES.half * lit],
    [half, lit],
    [shine, TONES.shine * lit],
  ]
  for (let value = TONES.shine * lit; value < 1; ) {
    const next = value * UPWARDS > WHITE ? 1 : value * UPWARDS
    tones.push([Math.max(1.05 * tones.at(-1)![0], Math.sqrt(value * next)), next])
    value = next
  }
  const values = Float32Array.from({ length: STEPS + 1 }, (_, i) =>
    tones.reduce(
      (below, [from, value]) => below + (value - below) * smoothstep(from * (1 - EDGE), from * (1 + EDGE), i / STEPS),
      BLACK,
    ),
  )
  return { values }
}
