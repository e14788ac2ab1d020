/**
 * Exposes for faces, as a photographer does before a print with few tones: a face that is too dark for it, or too light,
 * is moved into its range with all of the person. What is behind has a range of its own, so that nobody sinks into it.
 */
import { Type } from 'typebox'
import { MESH } from '../../detect/faces/mesh.js'
import { clamp } from '../../raster/clamp.js'
import type { Point } from '../../raster/point.js'
import { light } from '../pixels/blend.js'
import { lumaPlane } from '../pixels/canvas.js'
import type { Scene, SceneFace } from '../scene.js'
import { pointsOf } from '../sitter/face-parts.js'
import { faceHeightOf } from '../sitter/face-regions.js'
import { defineStep, share } from '../step.js'

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
    /** Of the middle tone of the background. */
    ground: range(),
  },
  (canvas, scene, { face = ALL, furthest = FURTHEST, ground = ALL }) => {
    const luma = lumaPlane(canvas.colour)
    const people = scene.faces.map((found) => exposureOf(found, scene, luma, face, furthest))
    const behind = scene.hasSubject ? gammaTo(groundTone(luma, scene), ground) : 1
    light(canvas, (factors, added) => {
      added.fill(0)
      const alone = people.length < 2 ? (people[0]?.gamma ?? 1) : undefined
      const [ofGround, ofPerson] = [factorsOf(behind), factorsOf(alone ?? 1)]
      for (let y = 0, i = 0; y < scene.height; y++) {
        for (let x = 0; x < scene.width; x++, i++) {
          const [own, step] = [scene.subject[i]!, (luma[i]! * STEPS) | 0]
          const factor =
            own === 0
              ? ofGround[step]!
              : own === 1 && alone !== undefined
                ? ofPerson[step]!
                : factorAt(behind + ((alone ?? nearest(people, x, y)) - behind) * own, step)
          const skin = scene.skin[i]!
          const tone = (luma[i]! * factor * STEPS) | 0
          factors[i] =
            skin > 0 && tone > FIRST_BURNT ? factor * (1 - skin * BURNT[Math.min(tone, BURNT.length - 1)]!) : factor
        }
      }
    })
  },
)

/** Noise in black is not to be lifted without end. */
const DARKEST = 0.03
/** Of brightness, in steps too small to be seen. */
const STEPS = 2048
const LOGARITHMS = Float32Array.from({ length: STEPS + 1 }, (_, i) => Math.log(Math.max(DARKEST, i / STEPS)))
const factorAt = (gamma: number, step: number): number => Math.exp((gamma - 1) * LOGARITHMS[step]!)
const factorsOf = (gamma: number): Float32Array => LOGARITHMS.map((_, step) => factorAt(gamma, step))
/** The most that a tone is changed. */
const MOST = 2
/** And a face, unless a recipe says otherwise: whoever is dark or light stays so. */
const FURTHEST = 0.1

/** From where on skin is held back, and what it never reaches: its highlights are not to be bare paper. */
const [KNEE, WHITE] = [0.72, 0.94]

/** By which share skin of this brightness is too bright. */
function burntShare(tone: number): number {
  if (tone <= KNEE) return 0
  return 1 - (KNEE + (WHITE - KNEE) * Math.tanh((tone - KNEE) / (WHITE - KNEE))) / tone
}

/** By steps of brightness, up to twice white. */
const BURNT = Float32Array.from({ length: 2 * STEPS }, (_, i) => burntShare(i / STEPS))
const FIRST_BURNT = Math.floor(KNEE * STEPS)

interface Exposure extends Point {
  readonly size: number
  readonly gamma: number
}

/** Between two people the exposure changes gradually: each counts by how near they are, in heights of their faces. */
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

function exposureOf(face: SceneFace, scene: Scene, luma: Float32Array, wanted: Range, furthest: number): Exposure {
  const oval = pointsOf(face, MESH.oval)
  const [xs, ys] = [oval.map(({ x }) => x), oval.map(({ y }) => y)]
  const tones: number[] = []
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y < Math.min(scene.height, Math.max(...ys)); y += 2) {
    for (let x = Math.max(0, Math.floor(Math.min(...xs))); x < Math.min(scene.width, Math.max(...xs)); x += 2) {
      const i = y * scene.width + x
      if (scene.skin[i]! > 0.6) tones.push(luma[i]!)
    }
  }
  const { x, y } = face.mesh[MESH.noseTip]!
  return {
    x,
    y,
    size: faceHeightOf(face),
    gamma: tones.length === 0 ? 1 : gammaTo(middleTone(tones), wanted, furthest),
  }
}

const middleTone = (tones: readonly number[]): number => Float32Array.from(tones).sort()[tones.length >> 1]!

/** Of so many pixels one is enough for a mean. */
const SAMPLED = 5

function groundTone(luma: Float32Array, { subject }: Scene): number {
  let [sum, total] = [0, 1e-6]
  for (let i = 0; i < luma.length; i += SAMPLED) {
    sum += luma[i]! * (1 - subject[i]!)
    total += 1 - subject[i]!
  }
  return sum / total
}

/** What brings this tone into the range, or as near to it as it may go. */
function gammaTo(tone: number, [dark, bright]: Range, furthest = 1): number {
  const before = clamp(tone, DARKEST, 0.97)
  const after = clamp(clamp(before, dark, bright), before - furthest, before + furthest)
  return clamp(Math.log(after) / Math.log(before), 1 / MOST, MOST)
}
