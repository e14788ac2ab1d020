/**
 * Where nobody stands apart from the ground, the sky is the ground, and all that rises before it stands apart: a landscape, too,
 * has a place for what styles paint behind their sitters.
 */
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import { flooding } from '../../raster/flood.js'
import { oncePer } from '../once-per.js'
import { blurWithin } from '../pixels/blur-within.js'
import { smoothstep } from '../pixels/canvas.js'
import { type SmallCopy, smallCopy } from '../pixels/small-copy.js'
import { photoCanvas, type Scene } from '../scene.js'

/** It is found on cells: so many to the width and height of the picture together. */
const CELLS = 400
/** From cell to cell no channel of it changes by more than this. */
const SMOOTH = 0.036
/** Less of the picture, or of its upper border, is no sky. */
const [LEAST, LEAST_ABOVE] = [0.08, 0.5]
/** Its colours are known from so far around, in cells. */
const AROUND = 3
/** Nor may it reach further beyond the cells that are surely sky. */
const REACH = 1.5
/** How far a colour is from the sky's: up to the first, 0..1, it is the sky's, from the second on it is none of it. */
const [SAME, OTHER] = [0.05, 0.16]

/** The same scene with the land as its subject; unchanged where there is a subject, where there are people, or no sky. */
export const beforeSky = oncePer((scene: Scene): Scene => {
  const subject = scene.hasSubject || scene.faces.length > 0 ? undefined : landOf(scene)
  return subject ? { ...scene, subject, hasSubject: true } : scene
})

function landOf(scene: Scene): Float32Array | undefined {
  const photo = photoCanvas(scene)
  const side = Math.max(1, Math.round((scene.width + scene.height) / CELLS))
  const cells = smallCopy(photo, side)
  const sky = skyOn(cells)
  if (!sky) return undefined
  const rough = enlargeBilinear(sky, cells, scene)
  const colours = blurWithin(
    photo,
    rough.map((share) => share ** 4),
    AROUND * side,
  )
  const near = blur(sky, cells.width, cells.height, REACH).map((share) => smoothstep(0.02, 0.3, share))
  const reach = enlargeBilinear(near, cells, scene)
  return reach.map((share, i) => {
    if (share === 0) return 1
    return 1 - share * smoothstep(OTHER, SAME, differs(photo.colour, colours, i * 3))
  })
}

/** 1 where there is sky; undefined without any. */
function skyOn(cells: SmallCopy): Float32Array | undefined {
  const { width, colour } = cells
  const area = colour.length / 3
  const sky = new Float32Array(area)
  const reached = flooding(area, width, (flood) => {
    for (let i = 0; i < area; i++) flood.open[i] = Number(isSmooth(cells, i))
    for (let x = 0; x < width; x++) if (flood.open[x] === 1) flood.add(x)
    const above = flood.count
    flood.spread(0)
    for (const i of flood.reached.subarray(0, flood.count)) sky[i] = 1
    return above < LEAST_ABOVE * width ? 0 : flood.count
  })
  return reached < LEAST * area ? undefined : sky
}

function isSmooth({ width, colour }: SmallCopy, i: number): boolean {
  for (const beside of [(i + 1) % width === 0 ? i : i + 1, i + width])
    if (beside * 3 < colour.length && differs(colour, colour, i * 3, beside * 3) > SMOOTH) return false
  return true
}

type Bytes = Uint8Array | Uint8ClampedArray

/** How far two colours are from each other in one channel at most, 0..1. */
function differs(a: Bytes, b: Bytes, at: number, of = at): number {
  const most = Math.max(Math.abs(a[at]! - b[of]!), Math.abs(a[at + 1]! - b[of + 1]!), Math.abs(a[at + 2]! - b[of + 2]!))
  return most / 255
}
