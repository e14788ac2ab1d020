/**
 * What a photo shows on both sides of a person's edge: the person a little further in, the background a little further out. Only
 * where both are known, and differ enough to tell them apart.
 */
import { clamp01 } from '../raster/clamp.js'
import { distanceToLevels } from '../raster/distance.js'
import { chromaAlong, chromaOf, type Lab, labDistance } from '../raster/lab.js'
import { OPAQUE, type PortraitMatte } from './portrait-matte.js'

export interface EdgeColours {
  readonly background: Lab
  /** From there to the person. */
  readonly gap: number
  /** How much the background varies there. */
  readonly spread: number
  /** How much chroma of the background's hue the person has; undefined where the background is grey. */
  readonly hue: number | undefined
  /** 0..1: how well the two can be told apart. */
  readonly trust: number
}

/** In face lengths (eyes to chin): how wide an edge is, and from how far away its colours are taken. */
const WIDTH = 0.08
const REACH = 0.2
/** In cells: nearer to the person, a background has something of its colours. */
const APART = 1.5
const CLEAR = 8
// From no trust to full trust, so that nothing changes abruptly along an edge.
/** The distance between person and background. */
const LEAST_GAP = [10, 14] as const
/** Of that distance: how much the background varies. */
const MAX_SPREAD = [0.25, 0.15] as const
/** Of the person: colours that are nearer to the background than half that distance. */
const MAX_ALIKE = [0.1, 0.03] as const
/** Of the background's chroma: how much of that hue the person has; brown hair before wood has the light of the wood, too. */
const MAX_SHARED_HUE = [0.3, 0.15] as const
/** Below this chroma a background has no hue. */
const MIN_CHROMA = 6
/** One cell of so many is asked, in each direction, for as many at once. */
const STRIDE = 3

export interface Edges {
  /** 1 at cells of the matte that are neither the person for certain nor the background. */
  readonly band: Uint8Array
  /** What is around a cell, of the band or not. */
  coloursAround(cell: number): EdgeColours | undefined
}

const PERSON = 1
const BACKGROUND = 2

/** `labs`: the photo's colours by cell. */
export function findEdges(labs: Float32Array, matte: PortraitMatte): Edges {
  const { width, height, unit, alpha, inside, frame } = matte
  const cells = (share: number): number => (share * frame.chin) / unit
  const depth = distanceToLevels(0, OPAQUE - 1, alpha, width)
  const apart = distanceToLevels(CLEAR, 255, alpha, width)
  const sides = new Uint8Array(alpha.length)
  const band = new Uint8Array(alpha.length)
  const deep = cells(WIDTH)
  for (let cell = 0; cell < alpha.length; cell++) {
    if (depth[cell]! > deep) sides[cell] = PERSON
    else if (apart[cell]! < APART) band[cell] = 1
    else if (inside[cell]) sides[cell] = BACKGROUND
  }
  const reach = Math.ceil(cells(REACH) / STRIDE)
  const columns = Math.ceil(width / STRIDE)
  const judge = (block: number): EdgeColours | undefined => {
    const [middle, level] = [block % columns, Math.floor(block / columns)]
    const [left, top] = [Math.max(0, middle - reach) * STRIDE, Math.max(0, level - reach) * STRIDE]
    const right = Math.min(width - 1, (middle + reach) * STRIDE)
    const bottom = Math.min(height - 1, (level + reach) * STRIDE)
    const [person, background]: [number[], number[]] = [[], []]
    for (let row = top; row <= bottom; row += STRIDE) {
      for (let cell = row * width + left; cell <= row * width + right; cell += STRIDE) {
        if (sides[cell] === PERSON) person.push(3 * cell)
        else if (sides[cell] === BACKGROUND) background.push(3 * cell)
      }
    }
    return person.length > 0 && background.length > 0 ? tellApart(labs, person, background) : undefined
  }
  const judged: (EdgeColours | undefined)[] = []
  const isJudged = new Uint8Array(columns * Math.ceil(height / STRIDE))
  const coloursAround = (cell: number): EdgeColours | undefined => {
    const block = Math.floor(cell / width / STRIDE) * columns + Math.floor((cell % width) / STRIDE)
    if (!isJudged[block]) judged[block] = judge(block)
    isJudged[block] = 1
    return judged[block]
  }
  return { band, coloursAround }
}

/** Of colours at these places. */
function tellApart(
  labs: Float32Array,
  ofPerson: readonly number[],
  ofBackground: readonly number[],
): EdgeColours | undefined {
  const [person, background] = [meanAt(labs, ofPerson), meanAt(labs, ofBackground)]
  const gap = labDistance(person, background)
  if (gap <= LEAST_GAP[0]) return undefined
  const [l, a, b] = background
  const away = (at: number): number =>
    Math.sqrt((labs[at]! - l) ** 2 + (labs[at + 1]! - a) ** 2 + (labs[at + 2]! - b) ** 2)
  let [spread, alike] = [0, 0]
  for (const at of ofBackground) spread += away(at) / ofBackground.length
  for (const at of ofPerson) if (away(at) < gap / 2) alike += 1 / ofPerson.length
  const chroma = chromaOf(background)
  const hue = chroma < MIN_CHROMA ? undefined : Math.max(0, chromaAlong(background, person))
  const trust =
    ramp(gap, LEAST_GAP) *
    ramp(spread / gap, MAX_SPREAD) *
    ramp(alike, MAX_ALIKE) *
    (hue === undefined ? 1 : ramp(hue / chroma, MAX_SHARED_HUE))
  return trust === 0 ? undefined : { background, gap, spread, hue, trust }
}

function meanAt(labs: Float32Array, places: readonly number[]): Lab {
  let [l, a, b] = [0, 0, 0]
  for (const at of places) {
    l += labs[at]!
    a += labs[at + 1]!
    b += labs[at + 2]!
  }
  return [l / places.length, a / places.length, b / places.length]
}

const ramp = (value: number, [none, full]: readonly [number, number]): number => clamp01((value - none) / (full - none))
