/** Points, directions and colours: three numbers each. */
export type Vec = readonly [number, number, number]

export const add = (a: Vec, b: Vec, times = 1): Vec => [a[0] + b[0] * times, a[1] + b[1] * times, a[2] + b[2] * times]
export const sub = (a: Vec, b: Vec): Vec => add(a, b, -1)
export const scale = (a: Vec, by: number): Vec => [a[0] * by, a[1] * by, a[2] * by]
export const dot = (a: Vec, b: Vec): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
export const lengthOf = (a: Vec): number => Math.sqrt(dot(a, a)) // several times as fast as Math.hypot
export const unit = (a: Vec): Vec => scale(a, 1 / (lengthOf(a) || 1))
export const mix = (a: Vec, b: Vec, share: number): Vec => add(scale(a, 1 - share), b, share)
export const tint = (a: Vec, b: Vec): Vec => [a[0] * b[0], a[1] * b[1], a[2] * b[2]]
export const clamp = (value: number, low = 0, high = 1): number => Math.min(high, Math.max(low, value))
export const smooth = (from: number, to: number, value: number): number => {
  const t = clamp((value - from) / (to - from))
  return t * t * (3 - 2 * t)
}

const hash = (x: number, y: number, z: number): number => {
  let h = Math.imul(x, 374761393) ^ Math.imul(y, 668265263) ^ Math.imul(z, 2147483647 ^ 0x5bd1e995)
  h = Math.imul(h ^ (h >>> 13), 1274126177)
  return ((h ^ (h >>> 16)) >>> 0) / 4294967296
}

/** Value noise from 0 to 1, smooth over one unit. */
export function noise([px, py, pz]: Vec): number {
  const [x, y, z] = [Math.floor(px), Math.floor(py), Math.floor(pz)]
  const [u, v, w] = [smooth(0, 1, px - x), smooth(0, 1, py - y), smooth(0, 1, pz - z)]
  const along = (j: number, k: number): number => hash(x, y + j, z + k) * (1 - u) + hash(x + 1, y + j, z + k) * u
  const across = (k: number): number => along(0, k) * (1 - v) + along(1, k) * v
  return across(0) * (1 - w) + across(1) * w
}

/** A direction that wanders with the place. */
export const drift = (at: Vec, every: number): Vec => {
  const p = scale(at, 1 / every)
  return [noise(p) * 2 - 1, noise(add(p, [31, 7, 13])) * 2 - 1, noise(add(p, [5, 47, 71])) * 2 - 1]
}
