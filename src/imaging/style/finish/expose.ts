/**
 * Exposes for faces, as a photographer does before a print with few tones: a face that is too dark for it, or too light,
 * is moved into its range with all of the person. What is behind has a range of its own, so that nobody sinks into it.
 */
import { Type } from 'typebox'
import { MESH } from '../../detect/faces/mesh.js'
import { changed, kernels } from '../../kernels/room.js'
import { clamp } from '../../raster/clamp.js'
import type { Point } from '../../raster/point.js'
import { type Canvas, lumaOf } from '../pixels/canvas.js'
import { boxAround } from '../pixels/patch.js'
import { softPlane } from '../pixels/soft-plane.js'
import type { Scene, SceneFace } from '../scene.js'
import { pointsOf } from '../sitter/face-parts.js'
import { faceHeightOf } from '../sitter/face-regions.js'
import { defineStep, share } from '../step.js'
import { evenLight } from './even-light.js'

/** Of brightness, 0..1: the darkest and the lightest. */
type Range = readonly [number, number]
const ALL: Range = [0, 1]
const range = () => Type.Optional(Type.Tuple([Type.Number(), Type.Number()]))

export const expose = defineStep(
  {
    /** Of the middle tone of a face. */
    face: range(),
    /** How far a face may be moved. */
    furthest: share(),
    /** Of the middle tone of the background; where nobody stands apart from it, of all but skin and hair. */
    ground: range(),
    /** How far patches of light on skin are evened. */
    even: share(),
  },
  (canvas, scene, { face = ALL, furthest = FURTHEST, ground, even = 0 }) => {
    const people = scene.faces.map((found) => exposureOf(found, scene, canvas, face, furthest))
    const own = scene.hasSubject || !ground ? scene.subject : headsIn(scene)
    const behind = ground ? gammaTo(groundTone(canvas, own), ground) : 1
    const gammas = people.length > 1 ? softPlane(scene, STEP, (x, y) => nearest(people, x, y)) : null
    const [alone, area] = [people[0]?.gamma ?? 1, scene.subject.length]
    const { skin, features } = scene
    const lights = even > 0 && people.length > 0 ? evenLight(canvas, scene, even) : null
    const planes = [own, skin, features, lights, gammas] as const
    kernels.exposePicture(changed(canvas.colour), ...planes, alone, behind, LOGARITHMS, STEPS, area)
  },
)

/** Noise in black is not to be lifted without end. */
const DARKEST = 0.03
/** Of brightness, in steps too small to be seen. */
const STEPS = 2048
const LOGARITHMS = Float32Array.from({ length: STEPS + 1 }, (_, i) => Math.log(Math.max(DARKEST, i / STEPS)))
/** The most that a tone is changed. */
const MOST = 2
/** And a face, unless a recipe says otherwise: whoever is dark or light stays so. */
const FURTHEST = 0.1

interface Exposure extends Point {
  readonly size: number
  readonly gamma: number
}

/** It changes gradually: from one pixel that it is found at to the next. */
const STEP = 8

/** Between two people each counts by how near they are, in heights of their faces. */
function nearest(people: readonly Exposure[], x: number, y: number): number {
  let [sum, total] = [0, 0]
  for (const { x: middle, y: level, size, gamma } of people) {
    const away = ((x - middle) ** 2 + (y - level) ** 2) / (size * size)
    const weight = 1 / (0.25 + away * away)
    sum += gamma * weight
    total += weight
  }
  return sum / total
}

/** So many pixels in the height of a face tell its middle tone. */
const LOOKS = 64

function exposureOf(face: SceneFace, scene: Scene, canvas: Canvas, wanted: Range, furthest: number): Exposure {
  const { left, top, width, height } = boxAround(pointsOf(face, MESH.oval), 0, scene)
  const size = faceHeightOf(face)
  const step = Math.max(1, Math.round(size / LOOKS))
  const counts = new Uint32Array(256)
  for (let y = top; y < top + height; y += step) {
    for (let x = left; x < left + width; x += step) {
      const i = y * scene.width + x
      if (scene.skin[i]! > 0.6) counts[Math.round(toneAt(canvas, i) * 255)]! += 1
    }
  }
  const { x, y } = face.mesh[MESH.noseTip]!
  const gamma = counts.every((count) => count === 0) ? 1 : gammaTo(middleTone(counts), wanted, furthest)
  return { x, y, size, gamma }
}

const toneAt = ({ colour }: Canvas, i: number): number =>
  lumaOf(colour[i * 3]!, colour[i * 3 + 1]!, colour[i * 3 + 2]!) / 255

function middleTone(counts: Uint32Array): number {
  const half = counts.reduce((sum, count) => sum + count, 0) / 2
  let [level, seen] = [0, counts[0]!]
  while (seen < half) seen += counts[++level]!
  return level / 255
}

function headsIn({ skin, hair, features }: Scene): Float32Array {
  return skin.map((share, i) => Math.max(share, hair[i]!, features[i]!))
}

/** Of so many pixels one is enough for a mean. */
const SAMPLED = 17

function groundTone(canvas: Canvas, own: Float32Array): number {
  let [sum, total] = [0, 1e-6]
  for (let i = 0; i < own.length; i += SAMPLED) {
    sum += toneAt(canvas, i) * (1 - own[i]!)
    total += 1 - own[i]!
  }
  return sum / total
}

/** How much of the distance from a range is kept: two tones beyond it are not to become one. */
const KEPT = 0.25

/** What brings this tone nearly into the range, or as near to it as it may go. */
function gammaTo(tone: number, [dark, bright]: Range, furthest = 1): number {
  const before = clamp(tone, DARKEST, 0.97)
  const missed = before - clamp(before, dark, bright)
  const after = before - clamp((1 - KEPT) * missed, -furthest, furthest)
  return clamp(Math.log(after) / Math.log(before), 1 / MOST, MOST)
}
