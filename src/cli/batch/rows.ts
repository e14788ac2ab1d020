/** What a report says of every file: one row each, as texts. */
import type { Naming } from './item.js'
import { type MadePicture, picturesOf } from './pictures.js'
import type { FileResult } from './task.js'
import { isWebAddress } from './web-address.js'

export const COLUMNS = [
  'photo',
  'file',
  'preset',
  'status',
  'width',
  'height',
  'bytes',
  'fill_percent',
  'confidence',
  'warnings',
  'error',
] as const

export type Row = Readonly<Record<(typeof COLUMNS)[number], string>>

export const warningsIn = ({ warnings }: Row): string[] => warnings.split(' ').filter(Boolean)

export function rowsOf(result: FileResult, naming: Naming): Row[] {
  const { input, status } = result
  if (status === 'done') {
    const confidence = result.outcome.confidence?.toFixed(3) ?? ''
    return picturesOf(result, naming).map((picture) =>
      rowWith({ ...factsOf(picture), photo: input, status, confidence }),
    )
  }
  const error = status === 'failed' ? result.error.message : ''
  const { files } = result
  if (!files) return [rowWith({ photo: input, status, error })]
  return naming.kinds.map(({ preset = '' }, index) =>
    rowWith({ photo: input, file: files[index]!, preset, status, error }),
  )
}

const EMPTY = Object.fromEntries(COLUMNS.map((column) => [column, ''])) as Row

const rowWith = (facts: Partial<Row>): Row => ({
  ...EMPTY,
  ...facts,
  photo: notFormula(facts.photo ?? ''),
  file: notFormula(facts.file ?? ''),
})

/** Spreadsheets calculate what begins with one of these signs. The path stays the same. */
const notFormula = (file: string): string => (/^[=+\-@\t\r]/.test(file) && !isWebAddress(file) ? `./${file}` : file)

function factsOf({ file, preset = '', width, height, bytes, foreground, warnings }: MadePicture): Partial<Row> {
  const fill = foreground && 100 * Math.max(foreground.width / width, foreground.height / height)
  return {
    file,
    preset,
    width: String(width),
    height: String(height),
    bytes: String(bytes),
    fill_percent: fill?.toFixed(1) ?? '',
    warnings: warnings.join(' '),
  }
}
