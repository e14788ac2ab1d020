/** Window light from the left, a lamp behind, and the room's own glow. */
import { distance } from './teddy.js'
import { add, clamp, dot, scale, tint, unit, type Vec } from './vectors.js'

export const KEY = { from: unit([-0.62, 0.62, 0.6]), colour: [2.5, 2.25, 1.95] as Vec }
export const RIM = { from: unit([0.75, 0.45, -0.75]), colour: [2.6, 1.9, 1.2] as Vec }
export const RIM_LEFT = { from: unit([-0.85, 0.35, -0.6]), colour: [1.6, 1.75, 1.9] as Vec }

/** 1 in the light, 0 in the shadow; soft, because a window is wide. */
export function lit(at: Vec, towards: Vec, softness = 7): number {
  let light = 1
  for (let t = 0.06; t < 4 && light > 0.02; ) {
    const [x, y, z] = add(at, towards, t)
    const d = distance(x, y, z)
    light = Math.min(light, 0.5 + (softness * d) / (2 * t))
    t += clamp(d, 0.05, 0.4)
  }
  const l = clamp(light)
  return l * l * (3 - 2 * l)
}

/** How open the sky is above a point of the surface. */
export const openness = (at: Vec, normal: Vec): number => {
  let closed = 0
  for (const [reach, weight] of [
    [0.15, 0.5],
    [0.4, 0.3],
    [0.9, 0.2],
  ] as const) {
    const [x, y, z] = add(at, normal, reach)
    closed += weight * clamp(1 - distance(x, y, z) / reach)
  }
  return Math.max(0.3, 1 - closed) // the room shines into every corner a little
}

export const ambient = (normal: Vec): Vec => {
  const up = normal[1] * 0.5 + 0.5
  return [0.26 + 0.3 * up, 0.24 + 0.31 * up, 0.22 + 0.33 * up]
}

export const diffuse = (colour: Vec, normal: Vec, light: typeof KEY, share: number): Vec =>
  scale(tint(colour, light.colour), share * clamp((dot(normal, light.from) + 0.25) / 1.25))

/** Light to the 8 bits of a picture: bright parts fade out gently instead of being cut off. */
export function developed(light: number): number {
  const x = Math.max(0, light * 0.78)
  const film = (x * (2.51 * x + 0.03)) / (x * (2.43 * x + 0.59) + 0.14)
  return 255 * clamp(film) ** (1 / 2.2)
}
