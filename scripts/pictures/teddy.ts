/** A plush bear with a scarf, as a distance to its surface: ellipsoids that grow together, each with its coat. */
import { add, clamp, drift, lengthOf, mix, noise, scale, smooth, sub, unit, type Vec } from './vectors.js'

export interface Coat {
  readonly colour: (at: Vec) => Vec
  readonly hair: number
  /** Which way hair lies, along the surface. */
  readonly flow: (at: Vec) => Vec
}
export interface Part {
  readonly centre: Vec
  readonly radii: Vec
  /** About the axis that points at the camera. */
  readonly turn: number
  readonly coat: Coat | 'glass'
}

const CARAMEL: Vec = [0.4, 0.165, 0.05]
const CREAM: Vec = [0.74, 0.56, 0.36]
const TEAL: Vec = [0.008, 0.15, 0.135]
const NOSE: Vec = [0, 0.2, 1.34]
const EYES: readonly Vec[] = [
  [-0.42, 0.44, 0.93],
  [0.42, 0.44, 0.93],
]

const fromNose = (at: Vec): Vec => unit(add(sub(at, NOSE), [0, 0.15, -0.5]))
const down = (): Vec => [0, -1, 0.1]
const patchy = (colour: Vec, at: Vec): Vec =>
  mix(colour, [0.5, 0.245, 0.085], noise([at[0] * 2.2, at[1] * 2.2, at[2] * 2.2]) * 0.7)

const head: Coat = {
  colour: (at) => {
    const muzzle = smooth(0.75, 0.5, Math.hypot(at[0] / 0.98, (at[1] - 0.02) / 0.78, (at[2] - 1) / 0.75))
    return mix(patchy(CARAMEL, at), CREAM, muzzle)
  },
  hair: 0.3,
  flow: fromNose,
}
const muzzle: Coat = {
  colour: () => CREAM,
  hair: 0.085,
  flow: fromNose,
}
const ear = (side: number): Coat => ({
  colour: (at) => {
    const inside = Math.hypot((at[0] - side * 0.9) / 0.3, (at[1] - 1.1) / 0.3)
    return mix(patchy(CARAMEL, at), CREAM, smooth(1, 0.6, inside) * smooth(0, 0.12, at[2]))
  },
  hair: 0.24,
  flow: (at) => unit([at[0] - side * 0.75, at[1] - 0.9, -0.1]),
})
const body: Coat = {
  colour: (at) =>
    mix(
      patchy(CARAMEL, at),
      CREAM,
      smooth(0.75, 0.45, Math.hypot(at[0] / 1.0, (at[1] + 1.7) / 1.1)) * smooth(0.3, 0.6, at[2]) * 0.85,
    ),
  hair: 0.33,
  flow: down,
}
const limb: Coat = { colour: (at) => patchy(CARAMEL, at), hair: 0.3, flow: down }
const foot: Coat = {
  colour: (at) =>
    mix(
      patchy(CARAMEL, at),
      CREAM,
      smooth(0.31, 0.24, Math.hypot(Math.abs(at[0]) - 0.84, (at[1] + 2.32) * 0.95)) * smooth(1.2, 1.35, at[2]),
    ),
  hair: 0.2,
  flow: (at) => unit([Math.sign(at[0]) * 0.4, at[1] + 2.3, -0.6]),
}
/** Knitted: rows of stitches that lean to and fro. */
const stitch = (at: Vec): number => {
  const around = Math.atan2(at[0], at[2]) * 11
  const along = at[1] * 15
  return Math.abs(Math.sin(along + Math.abs(Math.sin(around)) * 1.6)) * Math.abs(Math.cos(around)) ** 0.4
}
const scarf: Coat = {
  colour: (at) => mix(scale(TEAL, 0.25), mix(TEAL, [0.1, 0.4, 0.35], 0.25), stitch(at)),
  hair: 0.04,
  flow: (at) => drift(at, 0.05),
}

const pair = (make: (side: number) => Part): Part[] => [-1, 1].map(make)
const part = (centre: Vec, radii: Vec, coat: Part['coat'], turn = 0): Part => ({ centre, radii, turn, coat })

export const parts: readonly Part[] = [
  part([0, 0.35, 0.05], [1.1, 0.98, 0.95], head),
  ...pair((side) => part([side * 0.55, 0.02, 0.42], [0.52, 0.44, 0.45], head)),
  part([0, 0.0, 0.92], [0.5, 0.37, 0.4], muzzle),
  ...pair((side) => part([side * 0.9, 1.1, -0.02], [0.44, 0.44, 0.2], ear(side), side * -0.4)),
  part([0, -1.6, -0.1], [1.05, 1.2, 0.9], body),
  ...pair((side) => part([side * 1.02, -1.5, 0.4], [0.34, 0.8, 0.36], limb, side * 0.3)),
  ...pair((side) => part([side * 0.84, -2.32, 0.95], [0.44, 0.46, 0.5], foot)),
  part([0, -0.72, 0.14], [1.06, 0.34, 1.04], scarf),
  part([0.4, -1.25, 0.98], [0.25, 0.5, 0.15], scarf, 0.16),
  part(NOSE, [0.18, 0.125, 0.11], 'glass'),
  ...EYES.map((at) => part(at, [0.135, 0.145, 0.12], 'glass')),
]

/** Bare around the eyes and the nose, so that nothing grows into them. */
export const bareness = (at: Vec): number => {
  const near = Math.min(...[...EYES, NOSE].map((eye) => lengthOf(sub(at, eye)) - (eye === NOSE ? 0.05 : 0)))
  return smooth(0.12, 0.42, near)
}

const shapes = parts.map(({ centre, radii, turn, coat }) => ({
  centre,
  radii,
  sin: Math.sin(turn),
  cos: Math.cos(turn),
  soft: coat !== 'glass' && coat !== scarf ? 0.12 : 0,
}))

function toEllipsoid(index: number, x: number, y: number, z: number): number {
  const { centre, radii, sin, cos } = shapes[index]!
  const [rx, ry, rz] = radii
  const dx = x - centre[0]
  const dy = y - centre[1]
  const a = (dx * cos + dy * sin) / rx
  const b = (dy * cos - dx * sin) / ry
  const c = (z - centre[2]) / rz
  const k0 = Math.sqrt(a * a + b * b + c * c)
  const k1 = Math.sqrt((a / rx) ** 2 + (b / ry) ** 2 + (c / rz) ** 2)
  return k1 === 0 ? -1 : (k0 * (k0 - 1)) / k1
}

/** From a point to the surface; negative inside. */
export function distance(x: number, y: number, z: number): number {
  let nearest = 9
  for (let i = 0; i < shapes.length; i++) {
    const shape = shapes[i]!
    const d = toEllipsoid(i, x, y, z)
    const h = shape.soft > 0 ? clamp(0.5 + (nearest - d) / (2 * shape.soft)) : d < nearest ? 1 : 0
    nearest = nearest * (1 - h) + d * h - shape.soft * h * (1 - h)
  }
  return nearest
}

export function partAt(at: Vec): Part {
  let best = 0
  for (let i = 1; i < shapes.length; i++) if (toEllipsoid(i, ...at) < toEllipsoid(best, ...at)) best = i
  return parts[best]!
}

export function normalAt([x, y, z]: Vec): Vec {
  const e = 0.004
  return unit([
    distance(x + e, y, z) - distance(x - e, y, z),
    distance(x, y + e, z) - distance(x, y - e, z),
    distance(x, y, z + e) - distance(x, y, z - e),
  ])
}
