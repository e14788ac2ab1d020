/** A ZIP of pictures, packed one at a time to save memory. They are stored as they are: pictures are compressed already. */
import { Zip, ZipPassThrough } from 'fflate'

export interface ZipEntry {
  readonly name: string
  /** When it was made; now unless given. */
  readonly madeAt?: number
  /** Undefined: it was deleted, and is left out. */
  readonly file: () => Promise<Blob | undefined>
}

export async function zipOf(entries: readonly ZipEntry[], onDone: (files: number) => void): Promise<Blob> {
  const parts: Blob[] = []
  let failure: Error | undefined
  const zip = new Zip((error, piece) => {
    if (error) failure = error
    else parts.push(new Blob([piece as Uint8Array<ArrayBuffer>])) // the browser may put it on disk
  })
  for (const [index, { name, madeAt, file }] of entries.entries()) {
    const content = await file()
    if (content) {
      const entry = new ZipPassThrough(name)
      if (madeAt !== undefined) entry.mtime = madeAt
      zip.add(entry)
      entry.push(new Uint8Array(await content.arrayBuffer()), true)
    }
    if (failure) throw failure
    onDone(index + 1)
  }
  zip.end()
  return new Blob(parts, { type: 'application/zip' })
}
