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
  readonly person: Lab
  readonly background: Lab
  /** Between the two. */
  readonly gap: number
  /** How much the background varies there. */
  readonly spread: number
  /** How much chroma of the background's hue the person has; undefined where the background is grey. */
  readonly hue: number | undefined
  /** 0..1: how well the two can be told apart. */
  readonly trust: number
}

const ramp = (value: number, [none, full]: readonly [number, number]): number => clamp01((value - none) / (full - none))

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
  const depth = distanceTo(
    0,
    Uint8Array.from(alpha, (value) => (value >= OPAQUE ? 1 : 0)),
    width,
  )
  const apart = distanceTo(
    1,
    Uint8Array.from(alpha, (value) => (value >= CLEAR ? 1 : 0)),
    width,
  )
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
    const [person, background]: [Lab[], Lab[]] = [[], []]
    for (
      let row = Math.max(0, level - reach) * STRIDE;
      row < Math.min(height, (level + reach + 1) * STRIDE);
      row += STRIDE
    ) {
      for (
        let column = Math.max(0, middle - reach) * STRIDE;
        column < Math.min(width, (middle + reach + 1) * STRIDE);
        column += STRIDE
      ) {
        const cell = row * width + column
        if (isPerson(cell)) person.push(colourAt(column, row))
        else if (isBackground(cell)) background.push(colourAt(column, row))
      }
    }
    if (person.length === 0 || background.length === 0) return undefined
    const found = { person: meanLab(person), background: meanLab(background) }
    const gap = labDistance(found.person, found.background)
    const spread =
      background.reduce((sum, colour) => sum + labDistance(colour, found.background), 0) / background.length
    const alike = person.filter((colour) => labDistance(colour, found.background) < gap / 2).length / person.length
    const chroma = chromaOf(found.background)
    const hue = chroma < MIN_CHROMA ? undefined : Math.max(0, chromaAlong(found.background, found.person))
    const trust =
      ramp(gap, LEAST_GAP) *
      ramp(spread / gap, MAX_SPREAD) *
      ramp(alike, MAX_ALIKE) *
      ramp((hue ?? 0) / chroma, MAX_SHARED_HUE)
    return trust === 0 ? undefined : { ...found, gap, spread, hue, trust }
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
