/**
 * Where photos lie on sheets of paper, and where to cut, in millimetres. Arithmetic only: the web page imports it, too.
 *
 * Photos stand in rows. Copies of one format form a grid, all upright or all turned, whichever fits more often: every cut
 * goes straight through the sheet. Several formats share rows, the tallest first; then each row is cut on its own.
 */
import type { PaperSize } from '../../catalog/print-sheets.js'

export interface SheetRules {
  readonly paper: PaperSize
  readonly margin_mm: number
  readonly gap_mm: number
}

export interface PhotoOnSheet {
  readonly width_mm: number
  readonly height_mm: number
}

export interface Copies extends PhotoOnSheet {
  readonly copies: number
}

/** In millimetres from the upper left corner of the paper. */
export interface Place {
  /** Which of the photos. */
  readonly photo: number
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  /** Rotated clockwise by 90 degrees. */
  readonly turned: boolean
}

/** Photos side by side, their upper edges in line. */
export type Row = readonly Place[]
export type Page = readonly Row[]

/** Millimetres are sums of decimal fractions: three times 50.8 must fit on 152.4. */
const ROUNDING = 1e-6

interface Footprint {
  readonly width: number
  readonly height: number
  readonly turned: boolean
}

const upright = ({ width_mm, height_mm }: PhotoOnSheet): Footprint => ({
  width: width_mm,
  height: height_mm,
  turned: false,
})
const turned = ({ width_mm, height_mm }: PhotoOnSheet): Footprint => ({
  width: height_mm,
  height: width_mm,
  turned: true,
})

/** How many copies one sheet holds; 0: the photo does not fit. */
export function copiesOn(rules: SheetRules, photo: PhotoOnSheet): number {
  const { columns, rows } = gridOf(rules, photo)
  return columns * rows
}

/** Every photo must fit on the paper. */
export const layOutSheet = (rules: SheetRules, photos: readonly Copies[]): readonly Page[] =>
  photos.length === 1 ? layOutGrid(rules, photos[0]!) : layOutRows(rules, photos)

interface Grid extends Footprint {
  readonly columns: number
  readonly rows: number
}

function gridOf(rules: SheetRules, photo: PhotoOnSheet): Grid {
  const [room, gap] = [roomOn(rules), rules.gap_mm]
  const along = (length: number, side: number): number =>
    Math.max(0, Math.floor((length + gap) / (side + gap) + ROUNDING))
  const [standing, lying] = [upright(photo), turned(photo)].map((it) => ({
    ...it,
    columns: along(room.width, it.width),
    rows: along(room.height, it.height),
  })) as [Grid, Grid]
  return lying.columns * lying.rows > standing.columns * standing.rows ? lying : standing
}

const roomOn = ({ paper, margin_mm }: SheetRules): { width: number; height: number } => ({
  width: paper.width_mm - 2 * margin_mm,
  height: paper.height_mm - 2 * margin_mm,
})

/** A sheet that is not full keeps the places of a full one, so that the same cuts serve all sheets. */
function layOutGrid({ paper, gap_mm: gap, ...rules }: SheetRules, photo: Copies): Page[] {
  const { columns, rows, ...foot } = gridOf({ paper, gap_mm: gap, ...rules }, photo)
  const middle = (length: number, side: number, count: number): number =>
    (length - count * side - (count - 1) * gap) / 2
  const left = middle(paper.width_mm, foot.width, columns)
  const top = middle(paper.height_mm, foot.height, rows)
  const place = (i: number): Place => ({
    photo: 0,
    ...foot,
    left: left + (i % columns) * (foot.width + gap),
    top: top + (Math.floor(i / columns) % rows) * (foot.height + gap),
  })
  const places = Array.from({ length: photo.copies }, (_, i) => place(i))
  return chunksOf(chunksOf(places, columns), rows)
}

function chunksOf<T>(list: readonly T[], length: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / length) }, (_, i) => list.slice(i * length, (i + 1) * length))
}

/** Which formats are better turned is tried out: there are few. The fewest sheets win, then the least height. */
function layOutRows(rules: SheetRules, photos: readonly Copies[]): readonly Page[] {
  const ways = Array.from({ length: 2 ** photos.length }, (_, way) =>
    packRows(
      rules,
      photos.map((photo, i) => ({ copies: photo.copies, first: (way >> i) & 1 ? turned(photo) : upright(photo) })),
    ),
  ).filter((pages) => pages !== undefined)
  const heightOf = (pages: readonly Page[]): number => Math.max(...pages.at(-1)!.flat().map(bottomOf))
  const [best] = ways.toSorted((a, b) => a.length - b.length || heightOf(a) - heightOf(b))
  return best!.map((page) => centred(rules, page))
}

const bottomOf = ({ top, height }: Place): number => top + height
const rightOf = ({ left, width }: Place): number => left + width

interface Packed {
  readonly copies: number
  /** How the format lies where it begins a row. */
  readonly first: Footprint
}

/** Undefined where a photo fits only the other way round. */
function packRows(rules: SheetRules, photos: readonly Packed[]): Page[] | undefined {
  const room = roomOn(rules)
  if (photos.some(({ first }) => !isWithin(first, room))) return undefined
  const pages: Place[][][] = []
  const items = photos
    .flatMap(({ copies, first }, photo) => Array.from({ length: copies }, () => ({ photo, ...first })))
    .toSorted((a, b) => b.height - a.height)
  for (const item of items) {
    if (pages.some((page) => addToRow(page, item, room, rules.gap_mm) || addRow(page, item, room, rules.gap_mm)))
      continue
    pages.push([[{ ...item, left: 0, top: 0 }]])
  }
  return pages
}

const isWithin = (foot: { width: number; height: number }, room: { width: number; height: number }): boolean =>
  foot.width <= room.width + ROUNDING && foot.height <= room.height + ROUNDING

type Item = Footprint & { readonly photo: number }

/** At the end of a row that is tall enough, either way round: the taller way wastes less. */
function addToRow(page: Place[][], item: Item, room: { width: number }, gap: number): boolean {
  const lying: Item = { ...item, width: item.height, height: item.width, turned: !item.turned }
  for (const row of page) {
    const left = rightOf(row.at(-1)!) + gap
    const { top, height } = row[0]!
    const fitting = [item, lying]
      .toSorted((a, b) => b.height - a.height)
      .find((it) => isWithin(it, { width: room.width - left, height }))
    if (fitting) return row.push({ ...fitting, left, top }) > 0
  }
  return false
}

function addRow(page: Place[][], item: Item, room: { height: number }, gap: number): boolean {
  const top = bottomOf(page.at(-1)![0]!) + gap
  if (top + item.height > room.height + ROUNDING) return false
  return page.push([{ ...item, left: 0, top }]) > 0
}

function centred({ paper }: SheetRules, page: Page): Page {
  const places = page.flat()
  const left = (paper.width_mm - Math.max(...places.map(rightOf))) / 2
  const top = (paper.height_mm - Math.max(...places.map(bottomOf))) / 2
  return page.map((row) => row.map((place) => ({ ...place, left: place.left + left, top: place.top + top })))
}

/** A line to cut along, vertical at an `x` or horizontal at a `y`. */
export interface Cut {
  readonly axis: 'x' | 'y'
  readonly at: number
  /** On which side of this edge the line lies: outside the photo, or on the edge itself where two photos share it. */
  readonly side: -1 | 0 | 1
  readonly from: number
  readonly to: number
}

export const CUT_LINE = { colour: '#c8c8c8', width_mm: 0.17 } as const
/** How far lines go beyond the photos: what is left of the paper stays clean. */
const OVERHANG_MM = 5

/**
 * Along all edges of the photos, through the gaps and a little into the margins. Photos are drawn over them: cut along
 * its lines, each photo has its exact size, and without gaps there are marks in the margins alone.
 */
export function cutsOf({ paper, gap_mm }: SheetRules, page: Page): readonly Cut[] {
  const outside = gap_mm > 0 ? 1 : 0
  const around = (axis: Cut['axis'], start: number, length: number, from: number, to: number): Cut[] => [
    { axis, at: start, side: outside ? -1 : 0, from, to },
    { axis, at: start + length, side: outside, from, to },
  ]
  const cuts = page.flatMap((row, i): Cut[] => {
    const [above, below] = [page[i - 1]?.[0], page[i + 1]?.[0]]
    const { top, height } = row[0]!
    const from = above ? (bottomOf(above) + top) / 2 : Math.max(0, top - OVERHANG_MM)
    const to = below ? (top + height + below.top) / 2 : Math.min(paper.height_mm, top + height + OVERHANG_MM)
    const left = Math.max(0, row[0]!.left - OVERHANG_MM)
    const right = Math.min(paper.width_mm, rightOf(row.at(-1)!) + OVERHANG_MM)
    return [
      ...around('y', top, height, left, right),
      ...row.flatMap((place) => around('x', place.left, place.width, from, to)),
      ...row
        .filter((place) => place.height < height)
        .map((place): Cut => {
          const ends = { from: place.left - gap_mm / 2, to: rightOf(place) + gap_mm / 2 }
          return { axis: 'y', at: bottomOf(place), side: outside, ...ends }
        }),
    ]
  })
  return [...new Map(cuts.map((cut) => [Object.values(cut).join(), cut])).values()]
}
