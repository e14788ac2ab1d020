/** Photos as callers have them → files, because workers read files. */
import { createWriteStream } from 'node:fs'
import { access, constants, stat, writeFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { SilhouetteError } from './error.js'
import type { PhotoSource } from './types.js'

/** A path stays as it is; everything else is written to `target`. Returns the path. */
export async function photoFile(
  source: PhotoSource,
  target: string,
  signal: AbortSignal,
  option?: string,
): Promise<string> {
  if (typeof source === 'string') return readable(source, option)
  if (source instanceof URL) {
    if (source.protocol === 'file:') return readable(fileURLToPath(source), option)
    const advice = 'only file: addresses are read; pass the body of a response instead'
    throw new SilhouetteError('unreadable_photo', `${source.href} cannot be read: ${advice}`, { option })
  }
  if (source instanceof Uint8Array) await writeFile(target, source, { signal })
  else if (source instanceof ArrayBuffer) await writeFile(target, new Uint8Array(source), { signal })
  else if (source instanceof Blob) await writeFile(target, source.stream(), { signal })
  else if (isIterable(source)) await pipeline(source, createWriteStream(target), { signal })
  else {
    const rule = 'pass the path of a file, bytes, or a stream of bytes'
    throw new SilhouetteError('unreadable_photo', `This is not a photo: ${rule}`, { option })
  }
  return target
}

async function readable(file: string, option: string | undefined): Promise<string> {
  try {
    await access(file, constants.R_OK)
    if ((await stat(file)).isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'a folder' })
    return file
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new SilhouetteError('unreadable_photo', `${file} cannot be read (${code})`, { option, cause })
  }
}

const isIterable = (source: unknown): source is AsyncIterable<Uint8Array> =>
  typeof source === 'object' && source !== null && Symbol.asyncIterator in source
