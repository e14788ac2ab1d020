/**
 * Turns the scores of many pictures into the report's table: one row per category and per kind of truth, one for the
 * core of the set, one for everything. Each row is the plain mean over its pictures; faults are counted.
 */
import type { Scores } from './metrics.js'

export interface ScoredPicture {
  readonly id: string
  readonly category: string
  readonly tags: readonly string[]
  readonly gt_kind: string
  /**
   * rgbE is missing if only a mask was scored or nothing is opaque; edgeE, the colour error of edges, if the truth has no
   * soft edge.
   */
  readonly scores: Scores & { readonly rgbE?: number | undefined; readonly edgeE?: number | undefined }
  /** See decidedness.ts. */
  readonly faults: Readonly<Record<Fault, boolean>>
}

/** Every column with its width and decimals, in the order of the table. */
const FORMATS = {
  SAD: [8, 3],
  MAE: [7, 4],
  MSE: [7, 4],
  Grad: [8, 3],
  bMAE: [7, 4],
  IoU: [6, 4],
  maxF: [6, 4],
  S: [6, 4],
  BF: [6, 4],
  BIoU: [6, 4],
  rgbE: [7, 2],
  edgeE: [7, 2],
} as const satisfies Record<keyof ScoredPicture['scores'], readonly [width: number, decimals: number]>

export type Column = keyof typeof FORMATS
export const COLUMNS = Object.keys(FORMATS) as readonly Column[]

const FAULTS = ['seeThrough', 'ghosted'] as const
export type Fault = (typeof FAULTS)[number]

export interface Row {
  readonly group: string
  /** How many pictures the row averages. */
  readonly n: number
  readonly columns: Readonly<Record<Column, number | undefined>>
  /** How many of them have the fault. */
  readonly counts: Readonly<Record<Fault, number>>
}

/** The rows of the report: groups by name, then the core, then everything. */
export function summarise(pictures: readonly ScoredPicture[]): Row[] {
  const groups = new Map<string, ScoredPicture[]>()
  for (const picture of pictures) {
    for (const name of [`category/${picture.category}`, `gt/${picture.gt_kind}`]) {
      groups.set(name, [...(groups.get(name) ?? []), picture])
    }
  }
  // People disagree about the subject of an ambiguous or cluttered picture; the core leaves those out.
  const core = pictures.filter(({ tags }) => !tags.includes('ambiguous') && !tags.includes('cluttered'))
  const named = [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, members]) => meanRow(name, members))
  return [
    ...named,
    meanRow('core (not ambiguous/cluttered)', core.length > 0 ? core : pictures),
    meanRow('ALL', pictures),
  ]
}

const WIDTHS = [...COLUMNS.map((column) => FORMATS[column][0]), ...FAULTS.map((fault) => fault.length)]

/** Rows as aligned plain text under a header, without a trailing line break. */
export function renderRows(rows: readonly Row[]): string {
  const groupWidth = Math.max('group'.length, ...rows.map(({ group }) => group.length))
  const line = (group: string, n: string, cells: readonly string[]) =>
    [group.padEnd(groupWidth), n.padStart(4), ...cells.map((cell, i) => cell.padStart(WIDTHS[i]!))].join(' ')
  const body = rows.map(({ group, n, columns, counts }) =>
    line(group, String(n), [
      ...COLUMNS.map((column) => columns[column]?.toFixed(FORMATS[column][1]) ?? '-'),
      ...FAULTS.map((fault) => String(counts[fault])),
    ]),
  )
  return [line('group', 'n', [...COLUMNS, ...FAULTS]), ...body].join('\n')
}

export function renderTable(pictures: readonly ScoredPicture[]): string {
  return renderRows(summarise(pictures))
}

export function meanOf(pictures: readonly ScoredPicture[], column: Column): number | undefined {
  const values = pictures.map(({ scores }) => scores[column]).filter((value) => value !== undefined)
  return values.length === 0 ? undefined : values.reduce((sum, value) => sum + value, 0) / values.length
}

export const countOf = (pictures: readonly ScoredPicture[], fault: Fault): number =>
  pictures.filter(({ faults }) => faults[fault]).length

function meanRow(group: string, pictures: readonly ScoredPicture[]): Row {
  const columns = Object.fromEntries(COLUMNS.map((column) => [column, meanOf(pictures, column)])) as Row['columns']
  const counts = Object.fromEntries(FAULTS.map((fault) => [fault, countOf(pictures, fault)])) as Row['counts']
  return { group, n: pictures.length, columns, counts }
}
