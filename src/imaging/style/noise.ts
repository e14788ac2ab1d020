/** Noise that is the same on every machine: a hash of position and seed, not a stateful generator. */

/** 0..1 at integer positions. */
export function hashNoise(x: number, y: number, seed: number): number {
  let h = (Math.imul(x, 0x27d4eb2d) ^ Math.imul(y, 0x165667b1) ^ Math.imul(seed, 0x9e3779b1)) | 0
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Smooth, 0..1, with hills about one unit wide. */
export function valueNoise(x: number, y: number, seed: number): number {
  const left = Math.floor(x)
  const top = Math.floor(y)
  const u = x - left
  const v = y - top
  const s = u * u * (3 - 2 * u)
  const t = v * v * (3 - 2 * v)
  const a = hashNoise(left, top, seed)
  const b = hashNoise(left + 1, top, seed)
  const c = hashNoise(left, top + 1, seed)
  const d = hashNoise(left + 1, top + 1, seed)
  return a + (b - a) * s + (c - a) * t + (a - b - c + d) * s * t
}

/** Hills on hills: two octaves, 0..1. */
export const cloudNoise = (x: number, y: number, seed: number): number =>
  valueNoise(x, y, seed) * 0.65 + valueNoise(x * 2.3, y * 2.3, seed + 1) * 0.35

/** A sequence of numbers 0..1. */
export function sequence(seed: number): () => number {
  let at = 0
  return () => hashNoise(at++, 0x51ab, seed)
}
