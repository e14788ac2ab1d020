/** Takes the picture: the room, the bear's solid parts by ray marching, then every hair into a depth buffer. */
import { seededRandom } from '../seeded-random.js'
import { drawFur } from './fur.js'
import { ambient, developed, diffuse, KEY, lit, openness, RIM } from './light.js'
import { createRoom } from './room.js'
import { distance, normalAt, partAt } from './teddy.js'
import { add, clamp, dot, mix, scale, smooth, sub, tint, unit, type Vec } from './vectors.js'

export interface Photograph {
  readonly width: number
  readonly height: number
  readonly pixels: Buffer
}

const EYE: Vec = [0.5, 0.55, 11]
const TARGET: Vec = [0, -0.66, 0]
/** Half the height of the picture, at a distance of 1. */
const SPREAD = 0.232
/** Samples of a pixel in each direction. */
const SAMPLES = 3

const FORWARD = unit(sub(TARGET, EYE))
const RIGHT = unit([-FORWARD[2], 0, FORWARD[0]])
const UP: Vec = [
  RIGHT[1] * FORWARD[2] - RIGHT[2] * FORWARD[1],
  RIGHT[2] * FORWARD[0] - RIGHT[0] * FORWARD[2],
  RIGHT[0] * FORWARD[1] - RIGHT[1] * FORWARD[0],
]

export async function photograph(width: number, height: number): Promise<Photograph> {
  const [columns, rows] = [width * SAMPLES, height * SAMPLES]
  const light = new Float32Array(columns * rows * 3)
  const depth = new Float32Array(columns * rows).fill(Number.POSITIVE_INFINITY)
  const room = await createRoom()
  const rayAt = (u: number, v: number): Vec =>
    unit(add(add(FORWARD, RIGHT, (u - 0.5) * 2 * SPREAD * (width / height)), UP, (0.5 - v) * 2 * SPREAD))

  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const ray = rayAt((x + 0.5) / width, (y + 0.5) / height)
      const far = march(ray)
      const behind = far < 0 ? room((x + 0.5) / width, (y + 0.5) / height, EYE, ray) : undefined
      for (let s = 0; s < SAMPLES * SAMPLES; s++) {
        const [column, row] = [x * SAMPLES + (s % SAMPLES), y * SAMPLES + Math.floor(s / SAMPLES)]
        const fine = far < 0 ? ray : rayAt((column + 0.5) / columns, (row + 0.5) / rows)
        const at = far < 0 ? -1 : march(fine, far - 0.2)
        const i = row * columns + column
        light.set(
          at < 0
            ? (behind ?? room((x + 0.5) / width, (y + 0.5) / height, EYE, fine))
            : surface(add(EYE, fine, at), fine),
          3 * i,
        )
        if (at >= 0) depth[i] = at * dot(fine, FORWARD)
      }
    }
  }

  const plot = (x: number, y: number, z: number, colour: Vec): void => {
    if (x < 0 || y < 0 || x >= columns || y >= rows) return
    const i = Math.floor(y) * columns + Math.floor(x)
    if (z >= depth[i]!) return
    depth[i] = z
    light.set(colour, 3 * i)
  }
  const project = (at: Vec): Vec => {
    const from = sub(at, EYE)
    const z = dot(from, FORWARD)
    return [
      (0.5 + dot(from, RIGHT) / (2 * z * SPREAD * (width / height))) * columns,
      (0.5 - dot(from, UP) / (2 * z * SPREAD)) * rows,
      z,
    ]
  }
  drawFur(EYE, seededRandom(3), (points, colours, thickness) => {
    const places = points.map(project)
    for (let i = 1; i < places.length; i++) {
      const [a, b] = [places[i - 1]!, places[i]!]
      const [dx, dy] = [b[0] - a[0], b[1] - a[1]]
      const long = Math.hypot(dx, dy) || 1
      const steps = Math.ceil(long * 1.4)
      for (let s = 0; s < steps; s++) {
        const t = s / steps
        const tip = (i - 1 + t) / (places.length - 1)
        const at = mix(a, b, t)
        const wide = ((thickness * rows) / (2 * at[2] * SPREAD)) * (1 - 0.8 * tip)
        const colour = mix(colours[i - 1]!, colours[i]!, t)
        for (let w = -wide / 2; w <= wide / 2; w += 0.7)
          plot(at[0] - (dy / long) * w, at[1] + (dx / long) * w, at[2], colour)
      }
    }
  })

  const pixels = Buffer.alloc(width * height * 3)
  for (let i = 0; i < pixels.length; i++) {
    const [x, y, channel] = [Math.floor(i / 3) % width, Math.floor(i / 3 / width), i % 3]
    let sum = 0
    for (let s = 0; s < SAMPLES * SAMPLES; s++) {
      // Each sample is developed by itself: one very bright one must not outshine the pixel.
      sum += developed(
        light[3 * ((y * SAMPLES + Math.floor(s / SAMPLES)) * columns + x * SAMPLES + (s % SAMPLES)) + channel]!,
      )
    }
    pixels[i] = sum / SAMPLES ** 2
  }
  return { width, height, pixels }
}

function march(ray: Vec, from = 8): number {
  for (let t = from; t < 15; ) {
    const d = distance(EYE[0] + ray[0] * t, EYE[1] + ray[1] * t, EYE[2] + ray[2] * t)
    if (d < 0.002) return t
    t += d * 0.9
  }
  return -1
}

function surface(at: Vec, ray: Vec): Vec {
  const { coat, centre } = partAt(at)
  const normal = normalAt(at)
  if (coat === 'glass') return glass(at, normal, ray, centre)
  const colour = scale(coat.colour(at), coat.hair > 0.1 ? 0.3 : 0.8)
  return add(
    diffuse(colour, normal, KEY, lit(add(at, normal, 0.03), KEY.from)),
    tint(colour, scale(ambient(normal), openness(at, normal))),
  )
}

/** Eyes and nose: dark, with the window and the lamp mirrored in them. */
function glass(at: Vec, normal: Vec, ray: Vec, centre: Vec): Vec {
  const mirrored = sub(ray, scale(normal, 2 * dot(ray, normal)))
  const [x, y] = [mirrored[0] / (Math.abs(mirrored[2]) + 0.35), mirrored[1] / (Math.abs(mirrored[2]) + 0.35)]
  const pane =
    smooth(0.3, 0.24, Math.abs(x + 0.62)) *
    smooth(0.36, 0.3, Math.abs(y - 0.62)) *
    smooth(0.02, 0.05, Math.abs(x + 0.62)) *
    smooth(0.02, 0.05, Math.abs(y - 0.62))
  const lamp = clamp(dot(mirrored, RIM.from)) ** 40
  const edge = (1 - clamp(-dot(ray, normal))) ** 3
  const isEye = Math.abs(centre[0]) > 0.1
  const iris = isEye ? smooth(0.115, 0.08, Math.hypot(at[0] - centre[0] - 0.01, at[1] - centre[1])) : 0
  const pupil = isEye ? smooth(0.075, 0.06, Math.hypot(at[0] - centre[0] - 0.01, at[1] - centre[1])) : 0
  const amber: Vec = scale(
    [0.2, 0.085, 0.02],
    0.6 + 1.6 * clamp(0.5 - (at[1] - centre[1]) * 6 + (at[0] - centre[0]) * 3),
  )
  const inside = mix(mix([0.012, 0.009, 0.008], amber, iris), [0.004, 0.003, 0.003], pupil)
  const sheen = isEye ? 0.25 : 0.5
  return add(
    add(add(inside, [1, 0.97, 0.92], pane * 1.6), RIM.colour, lamp * 0.3),
    scale(ambient(mirrored), sheen * (0.06 + edge * 0.5)),
  )
}
