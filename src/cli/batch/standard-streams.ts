/** A photo from standard input, a result to standard output: workers read and write files, so both pass through one. */
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { STANDARD } from './destination.js'
import type { Request } from './request.js'

export interface Streams {
  /** The request with files in place of streams. */
  readonly request: Request
  /** Once the result is there. */
  deliver(): Promise<void>
  close(): Promise<void>
}

export async function withFiles(request: Request, extension: string, signal: AbortSignal): Promise<Streams> {
  const fromInput = request.inputs.includes(STANDARD)
  const toOutput = request.destination.kind === 'standard output'
  if (!fromInput && !toOutput) return { request, deliver: async () => {}, close: async () => {} }
  const folder = await mkdtemp(path.join(tmpdir(), 'silhouette-'))
  const input = path.join(folder, 'input')
  const output = path.join(folder, `output.${extension}`)
  if (fromInput) await pipeline(process.stdin, createWriteStream(input), { signal })
  return {
    request: {
      ...request,
      inputs: fromInput ? [input] : request.inputs,
      destination: toOutput ? { kind: 'file', file: output } : request.destination,
    },
    deliver: async () => {
      if (toOutput) await pipeline(createReadStream(output), process.stdout, { end: false })
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
