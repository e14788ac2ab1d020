/** What waiting for a job prints: like a batch, with a bar in a terminal, lines in a log, or JSON. */
import type { JobItem } from '../../client/index.js'
import { createBar } from '../batch/bar.js'
import { newTally, rateInWords, timeInWords } from '../batch/tally.js'
import type { Kept } from './keep.js'
import { nameOf } from './words.js'

export interface WaitReport {
  begin(): void
  item(item: JobItem, kept: Kept): void
  failures(): number
  end(cancelled: number, interrupted: boolean): void
}

export function createWaitReport(total: number, json: boolean): WaitReport {
  const { stdout: out, stderr: err } = process
  const tally = Object.assign(newTally(), { total })
  const bar = createBar(err, tally)
  return {
    begin: bar.begin,
    failures: () => tally.failures.length,
    item: (item, kept) => {
      const reason = item.error?.message ?? kept.refusal
      if (reason !== undefined) tally.failures.push({ input: nameOf(item), reason })
      else if (kept.wasThere) tally.skipped += 1
      else tally.done += 1
      if (json) bar.write(out, JSON.stringify(recordOf(item, kept, reason)))
      else if (reason !== undefined) bar.write(err, `${nameOf(item)}: ${reason}`)
      else if (!kept.wasThere && !(bar.isShown() && out.isTTY && kept.file !== undefined)) {
        bar.write(out, kept.file === undefined ? `${item.result?.url}` : `${kept.file}: ${kept.bytes} bytes`)
      }
    },
    end: (cancelled, interrupted) => {
      bar.rest()
      bar.end()
      const { done, skipped, failures } = tally
      const parts = [
        `${done} done`,
        ...(skipped > 0 ? [`${skipped} already there`] : []),
        ...(failures.length > 0 ? [`${failures.length} failed`] : []),
        ...(cancelled > 0 ? [`${cancelled} cancelled`] : []),
      ]
      const pace = done > 0 ? ` in ${timeInWords(bar.elapsedMs())} (${rateInWords(done, bar.elapsedMs())})` : ''
      bar.write(err, `${interrupted ? 'Interrupted: ' : ''}${parts.join(', ')}${pace}`)
      if (interrupted) bar.write(err, 'The job goes on; the same command continues where this one stopped')
    },
  }
}

/** One line of `--json`. */
function recordOf(item: JobItem, { file, bytes, wasThere }: Kept, error: string | undefined): object {
  const { position, image_url, result, credits_charged } = item
  return {
    position,
    input: image_url,
    output: file,
    status: error === undefined ? (wasThere ? 'skipped' : 'done') : 'failed',
    ...(error === undefined ? { ...result, bytes, credits_charged } : { error, code: item.error?.code }),
  }
}
