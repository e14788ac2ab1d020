/**
 * What a photo's lamps leave on skin, patches of light and shade that belong to no form, a drawing shows as dirt. A
 * draughtsman models a face by one light: broad shade on skin keeps its slope from side to side and from top to bottom,
 * turns away at the rim as a head does, and of the rest only a little is left. What is finer, as eyes, nose and folds,
 * lies on top of it and stays.
 */
import { MESH } from '../../detect/faces/mesh.js'
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import { clamp } from '../../raster/clamp.js'
import type { Size } from '../../raster/picture.js'
import { lengthOf, middleOf } from '../../raster/point.js'
import { type Canvas, lumaPlane, smoothstep } from '../pixels/canvas.js'
import { smallCopy } from '../pixels/small-copy.js'
import type { Scene, SceneFace } from '../scene.js'
import { FOREHEAD } from '../sitter/face-parts.js'
import { faceHeightOf } from '../sitter/face-regions.js'

/** Broad shade is smooth: one cell of so many pixels is enough. */
const CELL = 8
/** Sigma of what counts as broad, in heights of the face. */
const BROAD = 0.055
/**
 * How much is left of the slopes, of one that would be light from below, and of lights and darks that no form explains.
 */
const [SLOPE, FROM_BELOW, LIGHTS, DARKS] = [0.9, 0.3, 0.38, 0.25]
/** How much darker a head is half its height from the middle: by so much at least, and at most. */
const [LEAST_ROUND, MOST_ROUND] = [0.08, 0.16]
/** It is not rounder farther out: a throat is no jaw. In squares of half its height. */
const ROUND = 0.9
/** Where the skin of a head ends, in heights of the face around the bridge of the nose: up to the first it counts fully. */
const [HEAD, BEYOND] = [0.72, 1.05]
/** Of the mean brightness of a face: no skin is as dark as the first, all above the second is. */
const BEARD = [0.55, 0.8] as const
/** No skin becomes darker or lighter by more. */
const [DARKER, LIGHTER] = [0.75, 1.35]

interface Cells extends Size {
  /** Brightness, 0..1, and how much of it is bare skin. */
  readonly tone: Float32Array
  readonly bare: Float32Array
}

/** By which factor skin is to be lighter or darker at each pixel; `amount`: 0 leaves it as it is. */
export function evenLight(canvas: Canvas, scene: Scene, amount: number): Float32Array {
  const cells = cellsOf(canvas, scene)
  const factors = new Float32Array(cells.tone.length).fill(1)
  for (const face of scene.faces) evenFace(factors, cells, face, amount)
  return enlargeBilinear(factors, cells, scene)
}

function cellsOf(canvas: Canvas, { skin, features }: Scene): Cells {
  const { colour, shrunk, ...size } = smallCopy(canvas, CELL)
  const drawn = shrunk(features)
  return { ...size, tone: lumaPlane(colour), bare: shrunk(skin).map((share, i) => share ** 2 * (1 - drawn[i]!)) }
}

/** In place. */
function evenFace(factors: Float32Array, cells: Cells, face: SceneFace, amount: number): void {
  const { width, tone, bare } = cells
  const size = faceHeightOf(face) / CELL
  const middle = middleOf(face.mesh[FOREHEAD]!, face.mesh[MESH.chin]!)
  const share = new Float32Array(tone.length)
  for (let i = 0; i < share.length; i++) {
    const [u, v] = [i % width, Math.floor(i / width)]
    share[i] = smoothstep(BEYOND, HEAD, lengthOf(u + 0.5 - middle.x / CELL, v + 0.5 - middle.y / CELL) / size)
  }
  const soften = (plane: Float32Array) => blur(plane, width, cells.height, Math.max(1, BROAD * size))
  const place = (i: number): Place => {
    const [x, y] = [(i % width) + 0.5 - middle.x / CELL, Math.floor(i / width) + 0.5 - middle.y / CELL]
    const [across, down] = [(2 * x) / size, (2 * y) / size]
    return [1, across, down, Math.min(ROUND, across * across + down * down)]
  }
  const form = formOf(tone, (i) => bare[i]! * share[i]!, place)
  if (!form) return
  // What is far darker than the skin around it is a beard, and stays one.
  const own = bare.map((value, i) => value * smoothstep(BEARD[0], BEARD[1], tone[i]! / form.tone))
  const [shown, there] = [soften(tone.map((value, i) => value * own[i]!)), soften(own)]
  const round = clamp(form.by[3], -MOST_ROUND, -LEAST_ROUND)
  for (let i = 0; i < factors.length; i++) {
    if (share[i] === 0 || there[i]! < 0.02) continue
    const broad = shown[i]! / there[i]!
    const [, across, down, away] = place(i).map((value, k) => value - form.mean[k]!) as Place
    const slope = form.by[1] * across + form.by[2] * down
    const rest = broad - form.tone - slope - form.by[3] * away
    const kept = SLOPE * form.by[1] * across + (form.by[2] > 0 ? FROM_BELOW : SLOPE) * form.by[2] * down
    const wanted = form.tone + kept + round * away + (rest > 0 ? LIGHTS : DARKS) * rest
    const factor = clamp(wanted / Math.max(0.02, broad), DARKER, LIGHTER)
    factors[i]! += (factor - 1) * share[i]! * smoothstep(0.02, 0.2, there[i]!) * amount
  }
}

/** 1, and where something is on a face: across, down and how far from the middle. */
type Place = [number, number, number, number]

/** The mean tone and place, and how the tone changes with each part of the place: by least squares. */
function formOf(tone: Float32Array, weightAt: (i: number) => number, place: (i: number) => Place) {
  const rows = [0, 1, 2, 3].map(() => [0, 0, 0, 0, 0])
  for (let i = 0; i < tone.length; i++) {
    const weight = weightAt(i)
    if (weight < 0.05) continue
    const at = place(i)
    for (const [r, row] of rows.entries()) {
      for (let c = 0; c < 4; c++) row[c]! += weight * at[r]! * at[c]!
      row[4]! += weight * at[r]! * tone[i]!
    }
  }
  const total = rows[0]![0]!
  if (total < FEWEST) return undefined
  const mean = rows[0]!.slice(0, 4).map((sum) => sum / total)
  return { tone: rows[0]![4]! / total, mean, by: solved(rows) }
}

/** With fewer cells of skin there is no light to be told. */
const FEWEST = 12

/** Of equations whose matrix is symmetric and positive; in place. */
function solved(rows: number[][]): Place {
  for (const [k, pivot] of rows.entries()) {
    for (const row of rows) {
      if (row === pivot) continue
      const factor = row[k]! / Math.max(1e-6, pivot[k]!)
      for (let c = k; c < 5; c++) row[c]! -= factor * pivot[c]!
    }
  }
  return rows.map((row, k) => row[4]! / Math.max(1e-6, row[k]!)) as Place
}
