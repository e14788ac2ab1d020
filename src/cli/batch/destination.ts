/** Where results go: what `-o` means, and which format it implies. */
import { statSync } from 'node:fs'
import path from 'node:path'
import { UsageError } from '../command.js'

export type Destination =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'folder'; readonly folder: string }
  /** Each result beside its photo, under a name of its own. */
  | { readonly kind: 'beside' }
  | { readonly kind: 'standard output' }

/** A ZIP holds a set of pictures. */
export type Format = 'png' | 'jpg' | 'webp' | 'avif' | 'zip'

export const STANDARD = '-'

/** A name with an extension is a file, unless it is an existing folder; `out/` is always a folder. */
export function destinationOf(output: string, formats: readonly Format[]): Destination {
  if (output === STANDARD) return { kind: 'standard output' }
  const isFolder = statSync(output, { throwIfNoEntry: false })?.isDirectory() ?? path.extname(output) === ''
  if (isFolder || /[\\/]$/.test(output)) return { kind: 'folder', folder: output }
  if (!formatOfName(output, formats)) {
    const endings = new Intl.ListFormat('en', { type: 'disjunction' }).format(formats.map((format) => `.${format}`))
    throw new UsageError(`The output must end in ${endings}, or be a folder: NAME/; got '${output}'`)
  }
  return { kind: 'file', file: output }
}

/** The requested one, else that of the file's name, else the usual one. */
export function formatFor<T extends Format>(
  destination: Destination,
  given: T | undefined,
  formats: readonly [T, ...T[]],
  usual: T = formats[0],
): T {
  const named = destination.kind === 'file' ? formatOfName(destination.file, formats) : undefined
  if (given !== undefined && named !== undefined && named !== given && destination.kind === 'file') {
    throw new UsageError(`--format ${given} does not match the output ${destination.file}`)
  }
  return given ?? named ?? usual
}

function formatOfName<T extends Format>(file: string, formats: readonly T[]): T | undefined {
  const ending = path.extname(file).slice(1).toLowerCase()
  return formats.find((format) => format === (ending === 'jpeg' ? 'jpg' : ending))
}
