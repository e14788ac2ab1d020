/**
 * What a batch prints while it runs: results on standard output, as lines or as JSON; problems, the progress bar and the
 * summary on standard error. Where both are the same terminal, the bar replaces the lines of successful photos.
 */

import { createBar } from './bar.js'
import { picturesOf } from './pictures.js'
import { inOneLine, reasonsFor } from './reasons.js'
import { count, newTally, summaryOf, type Tally } from './tally.js'
import type { DoneResult, FileResult, Task } from './task.js'

export interface ReportOptions {
  readonly out: NodeJS.WriteStream
  readonly err: NodeJS.WriteStream
  readonly json: boolean
  /** The result itself goes to standard output. */
  readonly silent: boolean
  /** The file that lists everything, if there is one. */
  readonly listedIn?: string | undefined
}

export interface Report {
  readonly tally: Tally
  /** More photos will follow. */
  expect(photos: number): void
  /** Networks are loaded, which takes seconds. */
  loading(): void
  /** The engine works from now until it rests: only that time counts towards the pace. */
  begin(): void
  rest(): void
  result(result: FileResult): void
  note(text: string): void
  /** The same text is printed once. */
  noteOnce(text: string): void
  /** Removes the bar, before something else is printed. */
  clear(): void
  end(interrupted: boolean): void
}

export function createReport(task: Task, { out, err, json, silent, listedIn }: ReportOptions): Report {
  const tally = newTally()
  const bar = createBar(err, tally)
  const { write } = bar
  let lastNote = ''

  const tell = (result: FileResult): void => {
    if (json) write(out, JSON.stringify(recordOf(result, task)))
    else if (result.status === 'failed') write(err, `${result.input}: ${result.error.message}`)
    else if (result.status === 'done' && !silent && !(bar.isShown() && out.isTTY)) {
      for (const line of linesOf(result, task)) write(out, line)
    }
  }
  /** Of a single photo at once, of many at the end. */
  const tellReasons = (result: DoneResult): void => {
    const reasons = reasonsFor(picturesOf(result, task), task.meanings)
    if (!task.meanings || reasons.length === 0) return
    tally.toLookAt.push({ input: result.input, reason: inOneLine(reasons) })
    if (json || tally.total > 1) return
    for (const { which, code, meaning } of reasons) write(err, `${which}Warning ${code}: ${meaning}`)
  }

  return {
    tally,
    expect: (photos) => {
      tally.total += photos
    },
    loading: () => {
      if (err.isTTY) bar.drawLine('Loading the networks …')
    },
    begin: bar.begin,
    rest: bar.rest,
    result: (result) => {
      count(tally, result)
      tell(result)
      if (result.status !== 'done') return
      tellReasons(result)
      if (json) return
      const whose = tally.total > 1 ? `${result.input}: ` : ''
      for (const warning of task.warnings?.(result.outcome) ?? []) write(err, whose + warning)
    },
    note: (text) => write(err, text),
    noteOnce: (text) => {
      if (text !== lastNote) write(err, text)
      lastNote = text
    },
    clear: bar.clear,
    end: (interrupted) => {
      bar.end()
      if (tally.total === 1 && !interrupted && tally.skipped === 0) return
      for (const line of summaryOf(tally, bar.elapsedMs(), interrupted, listedIn)) write(err, line)
    },
  }
}

/** A line per picture, and one per other file. */
function linesOf(result: DoneResult, task: Task): string[] {
  const { files, outcome } = result
  const [before, after] = task.describe?.(outcome) ?? []
  const pictures = picturesOf(result, task).map(({ file, preset, width, height, bytes }, index) => {
    // Pictures in one file are told apart by their presets.
    const what = file === files[index] ? before : preset
    const facts = `${file}: ${what ? `${what}, ` : ''}${width} x ${height} px, ${bytes} bytes`
    return after ? `${facts}; ${after}` : facts
  })
  const others = task.kinds.flatMap(({ meaning }, index) => (meaning ? [`${files[index]}: ${meaning}`] : []))
  return [...pictures, ...others]
}

/** One line of `--json`. */
function recordOf(result: FileResult, task: Task): object {
  const { input, status, files: [output, second] = [] } = result
  if (status === 'skipped') return { input, output, status }
  if (status === 'failed') return { input, output, status, error: result.error.message, ...kindOf(result.error) }
  const { width, height, bytes, foreground, confidence, pieces, warnings, formats, styleRecipe, set } = result.outcome
  return {
    input,
    output,
    status,
    width,
    height,
    bytes,
    ...(foreground && { foreground }),
    ...(confidence !== undefined && { confidence }),
    ...(pieces && { pieces }),
    ms: result.ms,
    ...(second && !set && { also: second }),
    ...(warnings && { warnings }),
    ...(set && { set: picturesOf(result, task) }),
    ...(formats && { formats }),
    ...(styleRecipe && { recipe: styleRecipe }),
  }
}

const kindOf = (error: Error): { kind?: string } =>
  'kind' in error && typeof error.kind === 'string' ? { kind: error.kind } : {}
