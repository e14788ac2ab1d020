/** Shows that long work is moving: a bar in a terminal, plain lines in a log. */
export interface ProgressReporter {
  note(text: string): void
  start(label: string, totalBytes: number): Progress
}

export interface Progress {
  add(bytes: number): void
  end(): void
}

export const silentProgress: ProgressReporter = { note: () => {}, start: () => ({ add: () => {}, end: () => {} }) }

export function createProgressReporter(out: NodeJS.WriteStream): ProgressReporter {
  const note = (text: string): void => {
    out.write(`${text}\n`)
  }
  return {
    note,
    start: (label, totalBytes) => (out.isTTY ? liveBar(out, label, totalBytes) : plainLines(note, label, totalBytes)),
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`

const BAR_WIDTH = 20
const LABEL_WIDTH = 40
const REDRAW_MS = 80

export function drawBar(share: number, width: number): string {
  const filled = Math.round(Math.min(1, share) * width)
  return '━'.repeat(filled) + '─'.repeat(width - filled)
}

function liveBar(out: NodeJS.WriteStream, label: string, totalBytes: number): Progress {
  let bytes = 0
  let drawnAt = 0
  const draw = (size: string): void => {
    const bar = drawBar(bytes / totalBytes, BAR_WIDTH)
    out.write(`\r\x1b[K  ${label.padEnd(LABEL_WIDTH)} ${bar} ${size}`)
  }
  return {
    add: (more) => {
      bytes += more
      if (Date.now() - drawnAt < REDRAW_MS) return
      drawnAt = Date.now()
      draw(`${Math.floor((100 * bytes) / totalBytes)} %`)
    },
    end: () => {
      draw(megabytes(bytes))
      out.write('\n')
    },
  }
}

function plainLines(note: (text: string) => void, label: string, totalBytes: number): Progress {
  let bytes = 0
  note(`  ${label} (${megabytes(totalBytes)}) …`)
  return {
    add: (more) => {
      bytes += more
    },
    end: () => note(`  ${label}, ${megabytes(bytes)} read`),
  }
}
