/** Noise that is the same on every machine: a hash of position and seed, not a stateful generator. */
import { filled, floats, hold, kernels } from '../../kernels/room.js'
import { hashNoise } from '../../raster/hash-noise.js'
import type { Size } from '../../raster/picture.js'

export { hashNoise }

/** Smooth, 0..1, with hills about one unit wide; best asked for places that lie on the same hill as the last one. */
export function valueNoise(seed: number): (x: number, y: number) => number {
  let [left, top, a, b, c, d] = [Number.NaN, Number.NaN, 0, 0, 0, 0]
  return (x, y) => {
    const column = Math.floor(x)
    const row = Math.floor(y)
    if (column !== left || row !== top) {
      left = column
      top = row
      a = hashNoise(left, top, seed)
      b = hashNoise(left + 1, top, seed)
      c = hashNoise(left, top + 1, seed)
      d = hashNoise(left + 1, top + 1, seed)
    }
    const u = x - column
    const v = y - row
    const s = u * u * (3 - 2 * u)
    const t = v * v * (3 - 2 * v)
    return a + (b - a) * s + (c - a) * t + (a - b - c + d) * s * t
  }
}

/** Hills on hills: two octaves, 0..1. */
export function cloudNoise(seed: number): (x: number, y: number) => number {
  const [coarse, fine] = [valueNoise(seed), valueNoise(seed + 1)]
  return (x, y) => coarse(x, y) * 0.65 + fine(x * 2.3, y * 2.3) * 0.35
}

/** Where the pixels of a plane lie on the hills: at 0, `across`, 2 `across` … and at `from`, `from` + `down` …. */
export interface NoisePlaces {
  readonly across: number
  readonly down: number
  readonly from?: number
}

/** The same as `valueNoise` at every pixel. */
export const valueNoisePlane = (size: Size, places: NoisePlaces, seed: number): Float32Array =>
  sumOfNoise(size, places, seed, HILLS)

const HILLS = [{ scale: 1, share: 1 }]
const CLOUDS = [
  { scale: 1, share: 0.65 },
  { scale: 2.3, share: 0.35 },
]

/** The same as `cloudNoise` at every pixel. */
export const cloudNoisePlane = (size: Size, places: NoisePlaces, seed: number): Float32Array =>
  sumOfNoise(size, places, seed, CLOUDS)

function sumOfNoise(
  { width, height }: Size,
  { across, down, from = 0 }: NoisePlaces,
  seed: number,
  octaves: typeof CLOUDS,
): Float32Array {
  const noise = new Float32Array(width * height)
  hold({ noise: filled(noise) }, (held) => {
    for (const [k, { scale, share }] of octaves.entries()) {
      const places = [across * scale, from * scale, down * scale] as const
      const heights = floats(Math.floor(width * across * scale) + 2)
      const work = [floats(width), floats(width), heights] as const
      kernels.addNoise(held.noise, width, height, ...places, seed + k, k === 0 ? 0 : 1, share, ...work)
    }
  })
  return noise
}

/** A sequence of numbers 0..1. */
export function sequence(seed: number): () => number {
  let at = 0
  return () => hashNoise(at++, 0x51ab, seed)
}
