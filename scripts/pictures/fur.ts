/** Hair by hair: where each grows, how it bends, and how the light falls on it. */
import type { seededRandom } from '../seeded-random.js'
import { ambient, diffuse, KEY, lit, openness, RIM, RIM_LEFT } from './light.js'
import { bareness, type Coat, distance, normalAt, type Part, partAt, parts } from './teddy.js'
import { add, clamp, dot, drift, lengthOf, mix, scale, sub, tint, unit, type Vec } from './vectors.js'

type Random = ReturnType<typeof seededRandom>
export type DrawHair = (points: readonly Vec[], colours: readonly Vec[], width: number) => void

const JOINTS = 9
/** Per unit of surface. */
const DENSITY = 11_000

const within = (random: Random): Vec => {
  for (;;) {
    const at: Vec = [random() * 2 - 1, random() * 2 - 1, random() * 2 - 1]
    const far = lengthOf(at)
    if (far > 0.1 && far < 1) return scale(at, 1 / far)
  }
}

function root(part: Part, random: Random): Vec | undefined {
  const on = within(random)
  if (on[2] / part.radii[2] < -0.6) return undefined // on the far side
  const [sin, cos] = [Math.sin(part.turn), Math.cos(part.turn)]
  const [a, b, c] = tint(on, part.radii)
  let at = add(part.centre, [a * cos - b * sin, b * cos + a * sin, c])
  if (partAt(at) !== part) return undefined // inside another part
  for (let i = 0; i < 2; i++) at = add(at, normalAt(at), -distance(...at))
  return at
}

function grow(at: Vec, normal: Vec, coat: Coat, random: Random): Vec[] {
  const flow = coat.flow(at)
  const lying = unit(add(flow, normal, -dot(flow, normal)))
  const stray = random() < 0.04 ? 1.35 : 1
  const length = coat.hair * (0.65 + 0.5 * random()) * stray * (0.22 + 0.78 * bareness(at))
  const lock = drift(at, 0.16)
  const own: Vec = [random() - 0.5, random() - 0.5, random() - 0.5]
  let heading = unit(add(add(add(scale(normal, 0.85), lying, 0.55), lock, 0.38), own, 0.35 * stray))
  const points = [at]
  for (let i = 1; i < JOINTS; i++) {
    heading = unit(add(add(heading, [0, -0.045, 0]), add(scale(lock, 0.06), drift(add(at, own, 9), 0.3), 0.09)))
    points.push(add(points.at(-1)!, heading, length / (JOINTS - 1)))
  }
  return points
}

/** A hair shines along its length and lets light from behind through. */
function shade(points: readonly Vec[], normal: Vec, base: Vec, eye: Vec): Vec[] {
  const above = add(points[0]!, normal, 0.14)
  const [key, rim, rimLeft] = [lit(above, KEY.from), lit(above, RIM.from, 12), lit(above, RIM_LEFT.from, 12)]
  const open = openness(points[0]!, normal)
  return points.map((at, i) => {
    const share = i / (points.length - 1)
    const along = unit(sub(points[Math.min(i + 1, points.length - 1)]!, points[Math.max(i - 1, 0)]!))
    const colour = scale(base, 0.34 + 0.78 * share)
    const half = unit(add(KEY.from, unit(sub(eye, at))))
    const gloss = Math.sqrt(1 - clamp(dot(along, half) ** 2)) ** 40
    const side = Math.sqrt(1 - clamp(dot(along, KEY.from) ** 2))
    const body = scale(diffuse(colour, normal, KEY, key), 0.55 + 0.45 * side)
    const through = add(
      scale(tint(mix(colour, [1, 1, 1], 0.12), RIM.colour), rim * share ** 2 * clamp(0.45 + dot(normal, RIM.from))),
      scale(
        tint(mix(colour, [1, 1, 1], 0.12), RIM_LEFT.colour),
        rimLeft * share ** 2 * clamp(0.4 + dot(normal, RIM_LEFT.from)),
      ),
    )
    const glow = scale(tint(colour, ambient(normal)), open * (0.5 + 0.5 * share))
    return add(add(add(body, through), glow), KEY.colour, gloss * key * share * 0.035)
  })
}

export function drawFur(eye: Vec, random: Random, draw: DrawHair): void {
  for (const part of parts) {
    const { coat, radii } = part
    if (coat === 'glass') continue
    const surface = (4 * Math.PI * (radii[0] * radii[1] + radii[1] * radii[2] + radii[0] * radii[2])) / 3
    const hairs = surface * DENSITY * clamp(0.3 / coat.hair, 1, 3.2)
    for (let i = 0; i < hairs; i++) {
      const at = root(part, random)
      if (!at) continue
      const normal = normalAt(at)
      if (dot(normal, unit(sub(eye, at))) < -0.35) continue // on the far side
      const base = scale(coat.colour(add(at, [random() - 0.5, random() - 0.5, 0], 0.06)), 0.82 + 0.36 * random())
      const points = grow(at, normal, coat, random)
      draw(points, shade(points, normal, base, eye), coat.hair > 0.1 ? 0.0085 : 0.006)
    }
  }
}
