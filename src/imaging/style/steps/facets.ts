/**
 * Low poly: flat triangles whose corners lie on the features of the face and on edges elsewhere, each lit a little by
 * the way it faces. Eyes get facets of their own, because they are what a face is recognised by.
 */
import Delaunator from 'delaunator'
import { Type } from 'typebox'
import type { Point } from '../../raster/point.js'
import { type Canvas, hexColour, lumaOf, type Rgb } from '../canvas.js'
import { mixed, scaled } from '../colours.js'
import { type Cover, clipCover, coverPolygon, coverStroke, paintCover } from '../cover.js'
import { eyeColoursOf } from '../faces/eye-colours.js'
import { type Eye, outlineOf } from '../faces/face-outline.js'
import { cloudNoise, hashNoise } from '../noise.js'
import { type Corner, placeCorners } from '../pieces/facet-points.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex, share } from '../step.js'

export const facets = defineStep(
  {
    /** Side of a facet on the person and behind, relative to the height of the face. */
    size: amount(0.03, 0.6),
    behind: amount(0.1, 2),
    /** How much facets differ in brightness by the way they face. */
    light: share(),
    /** Of the background. */
    colours: Type.Optional(Type.Array(hex(), { minItems: 2, maxItems: 2 })),
  },
  (canvas, scene, { size = 0.09, behind = 0.42, light = 0.5, colours = ['#24405f', '#6fa3b8'] }) => {
    const face = scene.faceHeight || Math.max(scene.width, scene.height) * 0.4
    const corners = placeCorners(scene, { subject: Math.max(4, face * size), behind: Math.max(8, face * behind) })
    const { triangles } = Delaunator.from(
      corners,
      ({ x }) => x,
      ({ y }) => y,
    )
    const before = { ...canvas, colour: canvas.colour.slice() }
    const background = backgroundColours(scene, colours.map(hexColour), face)
    canvas.colour.fill(0)
    for (let i = 0; i < triangles.length; i += 3) {
      const corner = (k: number): Corner => corners[triangles[i + k]!]!
      const triangle = [corner(0), corner(1), corner(2)] as const
      const own = colourOf(triangle, before, scene.subject)
      const fill = own ? lit(own, triangle, light, hashNoise(i, 7, scene.seed)) : background(triangle, i)
      addCover(canvas, coverPolygon(triangle, canvas), fill)
    }
    for (const { eyes, brows, upperLip, lowerLip, mouth } of scene.faces.map(outlineOf)) {
      for (const strip of [...brows, mouth, lowerLip, upperLip]) paintStrip(canvas, before, strip)
      for (const eye of eyes) paintEye(canvas, scene, eye, eyes)
    }
  },
)

type Triangle = readonly [Corner, Corner, Corner]

/** Neighbouring facets share the pixels of their edge: their parts add up to the whole. */
function addCover({ width, colour }: Canvas, cover: Cover, [red, green, blue]: Rgb): void {
  for (let y = 0, i = 0; y < cover.height; y++) {
    let at = ((y + cover.top) * width + cover.left) * 3
    for (let x = 0; x < cover.width; x++, i++, at += 3) {
      const part = cover.share[i]!
      if (part === 0) continue
      colour[at] = colour[at]! + red * part
      colour[at + 1] = colour[at + 1]! + green * part
      colour[at + 2] = colour[at + 2]! + blue * part
    }
  }
}

/** Brows and lips, from edge to edge: the outline runs along one edge and back along the other. */
function paintStrip(canvas: Canvas, before: Canvas, outline: readonly Point[]): void {
  const count = outline.length / 2
  const across = (i: number): Point => outline[outline.length - 1 - i]!
  for (let i = 0; i + 1 < count; i += 2) {
    const next = Math.min(count - 1, i + 2)
    for (const triangle of [
      [outline[i]!, outline[next]!, across(i)],
      [outline[next]!, across(next), across(i)],
    ] as const) {
      const fill = colourOf(triangle, before)
      if (fill) paintCover(canvas, coverPolygon(triangle, canvas), fill)
    }
  }
}

const SAMPLES = 7

/** The mean of the person's colours in a triangle; undefined where most of it is background. */
function colourOf([a, b, c]: Triangle, { width, height, colour }: Canvas, subject?: Float32Array): Rgb | undefined {
  let [r, g, blue, weight, count] = [0, 0, 0, 0, 0]
  for (let i = 0; i < SAMPLES; i++) {
    for (let k = 0; k < SAMPLES - i; k++) {
      const u = (i + 1 / 3) / SAMPLES
      const v = (k + 1 / 3) / SAMPLES
      const x = Math.floor(a.x + (b.x - a.x) * u + (c.x - a.x) * v)
      const y = Math.floor(a.y + (b.y - a.y) * u + (c.y - a.y) * v)
      if (x < 0 || y < 0 || x >= width || y >= height) continue
      const at = y * width + x
      // Pixels at the edge still hold some of the old background.
      const own = subject ? subject[at]! * subject[at]! * subject[at]! : 1
      count += 1
      weight += own
      r += colour[at * 3]! * own
      g += colour[at * 3 + 1]! * own
      blue += colour[at * 3 + 2]! * own
    }
  }
  return weight > 0.45 * count && weight > 0 ? [r / weight, g / weight, blue / weight] : undefined
}

/** Light from the upper left, on faces by their depth; elsewhere chance tilts the facets. */
function lit(colour: Rgb, [a, b, c]: Triangle, light: number, chance: number): Rgb {
  let tilt = (chance - 0.5) * 0.5
  if (a.z !== undefined && b.z !== undefined && c.z !== undefined) {
    const [ux, uy, uz] = [b.x - a.x, b.y - a.y, b.z - a.z]
    const [vx, vy, vz] = [c.x - a.x, c.y - a.y, c.z - a.z]
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
    // Towards the camera z falls; a normal towards it has the sign of the winding.
    const facing = nz > 0 ? -1 : 1
    tilt = ((nx * -0.5 + ny * -0.6) * facing) / length + (chance - 0.5) * 0.12
  }
  return scaled(colour, 1 + tilt * light * 0.5)
}

function backgroundColours({ height, seed }: Scene, [from, to]: readonly Rgb[], face: number) {
  return ([a, b, c]: Triangle, index: number): Rgb => {
    const [x, y] = [(a.x + b.x + c.x) / 3, (a.y + b.y + c.y) / 3]
    const wave = cloudNoise(x / (face * 1.6), y / (face * 1.6), seed + 5)
    const t = Math.min(
      1,
      Math.max(0, (y / height) * 0.75 + (wave - 0.5) * 0.6 + (hashNoise(index, 3, seed) - 0.5) * 0.16),
    )
    return mixed(from!, to!, t)
  }
}

const WEDGES = 6

/** White in two planes, the iris in wedges, a pupil, a spark of light and the lash line. */
function paintEye(canvas: Canvas, scene: Scene, eye: Eye, eyes: readonly Eye[]): void {
  if (!eye.isOpen) return
  const { white, iris } = eyeColoursOf(eye, eyes, scene)
  const lids = coverPolygon(eye.lids, canvas)
  const inEye = (points: readonly Point[], colour: Rgb, factor = 1): void =>
    paintCover(canvas, clipCover(coverPolygon(points, canvas), lids), scaled(colour, factor))
  inEye(eye.lids, white)
  // The upper lid throws a shadow on the white.
  inEye([...eye.upper, ...eye.upper.toReversed().map(({ x, y }) => ({ x, y: y + eye.width * 0.07 }))], white, 0.72)
  const { x, y } = eye.iris
  const rim = (radius: number, turn: number): Point => ({
    x: x + Math.cos(turn) * radius,
    y: y + Math.sin(turn) * radius,
  })
  for (let k = 0; k < WEDGES; k++) {
    const [from, to] = [k, k + 1].map((step) => (step / WEDGES) * 2 * Math.PI + 0.26)
    const light = 0.78 + 0.5 * Math.max(0, Math.sin((from! + to!) / 2)) + 0.1 * (k % 2)
    inEye([eye.iris, rim(eye.radius * 1.06, from!), rim(eye.radius * 1.06, to!)], iris, light)
  }
  const ring = (radius: number): Point[] =>
    Array.from({ length: WEDGES }, (_, k) => rim(radius, (k / WEDGES) * 2 * Math.PI + 0.26))
  inEye(ring(eye.radius * 0.52), [18, 14, 14])
  const spark = eye.radius * 0.3
  const [cx, cy] = [x - eye.radius * 0.34, y - eye.radius * 0.36]
  inEye(
    [
      { x: cx - spark, y: cy },
      { x: cx + spark * 0.2, y: cy - spark },
      { x: cx + spark, y: cy + spark * 0.1 },
      { x: cx, y: cy + spark },
    ],
    [250, 250, 250],
  )
  const lash: Rgb = lumaOf(...iris) > 90 ? [46, 32, 28] : [26, 18, 18]
  const lashWidth = Math.max(1.2, eye.width * 0.075)
  paintCover(
    canvas,
    coverStroke(eye.upper, canvas, (t) => lashWidth * (1 - 0.55 * t)),
    lash,
  )
}
