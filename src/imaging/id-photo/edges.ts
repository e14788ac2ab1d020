/**
 * What a photo shows on both sides of a person's edge: the person a little further in, the background a little further out. Only
 * where both are known, and differ enough to tell them apart.
 */
import { clamp01 } from '../raster/clamp.js'
import { distanceTo } from '../raster/distance.js'
import { chromaAlong, chromaOf, type Lab, labDistance, meanLab } from '../raster/lab.js'
import type { Photo } from '../raster/picture.js'
import { toPhoto } from './frame.js'
import { labAt } from './lightness-at.js'
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
  /** At a cell of the matte; undefined away from edges, too. */
  coloursAt(cell: number): EdgeColours | undefined
  /** The same at any cell: what is around it. */
  coloursAround(cell: number): EdgeColours | undefined
}

export function findEdges(photo: Photo, matte: PortraitMatte): Edges {
  const { width, height, unit, origin, alpha, inside, frame } = matte
  const cells = (share: number): number => (share * frame.chin) / unit
  const cellsFrom = (least: number) => Uint8Array.from(alpha, (value) => (value >= least ? 1 : 0))
  const depth = distanceTo(0, cellsFrom(OPAQUE), width)
  const apart = distanceTo(1, cellsFrom(CLEAR), width)
  const isPerson = (cell: number): boolean => depth[cell]! > cells(WIDTH)
  const isBackground = (cell: number): boolean => inside[cell] === 1 && apart[cell]! >= APART

  const reach = Math.ceil(cells(REACH) / STRIDE)
  const columns = Math.ceil(width / STRIDE)
  const colours = new Map<number, Lab>()
  const colourAt = (column: number, row: number): Lab => {
    const at = row * width + column
    const known =
      colours.get(at) ?? labAt(photo, toPhoto(frame, { u: origin.u + column * unit, v: origin.v + row * unit }))
    colours.set(at, known)
    return known
  }
  const judge = (block: number): EdgeColours | undefined => {
    const [middle, level] = [block % columns, Math.floor(block / columns)]
    const [left, top] = [Math.max(0, middle - reach) * STRIDE, Math.max(0, level - reach) * STRIDE]
    const [right, bottom] = [(middle + reach) * STRIDE, (level + reach) * STRIDE]
    const [person, background]: [Lab[], Lab[]] = [[], []]
    for (let row = top; row <= Math.min(height - 1, bottom); row += STRIDE) {
      for (let column = left; column <= Math.min(width - 1, right); column += STRIDE) {
        const cell = row * width + column
        if (isPerson(cell)) person.push(colourAt(column, row))
        else if (isBackground(cell)) background.push(colourAt(column, row))
      }
    }
    return person.length > 0 && background.length > 0 ? tellApart(person, background) : undefined
  }
  const judged = new Map<number, EdgeColours | undefined>()
  const coloursAround = (cell: number): EdgeColours | undefined => {
    const block = Math.floor(cell / width / STRIDE) * columns + Math.floor((cell % width) / STRIDE)
    if (!judged.has(block)) judged.set(block, judge(block))
    return judged.get(block)
  }
  return {
    coloursAround,
    coloursAt: (cell) => (apart[cell]! >= APART || isPerson(cell) ? undefined : coloursAround(cell)),
  }
}

function tellApart(ofPerson: readonly Lab[], ofBackground: readonly Lab[]): EdgeColours | undefined {
  const [person, background] = [meanLab(ofPerson), meanLab(ofBackground)]
  const gap = labDistance(person, background)
  if (gap <= LEAST_GAP[0]) return undefined
  const away = ofBackground.map((colour) => labDistance(colour, background))
  const spread = away.reduce((sum, distance) => sum + distance, 0) / away.length
  const alike = ofPerson.filter((colour) => labDistance(colour, background) < gap / 2).length / ofPerson.length
  const chroma = chromaOf(background)
  const hue = chroma < MIN_CHROMA ? undefined : Math.max(0, chromaAlong(background, person))
  const trust =
    ramp(gap, LEAST_GAP) *
    ramp(spread / gap, MAX_SPREAD) *
    ramp(alike, MAX_ALIKE) *
    (hue === undefined ? 1 : ramp(hue / chroma, MAX_SHARED_HUE))
  return trust === 0 ? undefined : { background, gap, spread, hue, trust }
}

const ramp = (value: number, [none, full]: readonly [number, number]): number => clamp01((value - none) / (full - none))
