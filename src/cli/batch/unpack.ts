/** The ZIP of a set of pictures → files. What its entries are called decides which is which, and never where they go. */
import { readFile, writeFile } from 'node:fs/promises'
import { unzipSync } from 'fflate'
import type { Files } from './item.js'

/** `files`: one for each picture of the set, the first of which may be the ZIP. */
export async function unpack(zip: string, set: readonly { readonly name: string }[], files: Files): Promise<void> {
  const entries = pictureBytes(await readFile(zip), set)
  for (const [index, file] of files.entries()) await writeFile(file, entries[index]!)
}

export function pictureBytes(zip: Uint8Array, set: readonly { readonly name: string }[]): Uint8Array[] {
  const entries = unzipSync(zip, { filter: ({ name }) => set.some((picture) => picture.name === name) })
  return set.map(({ name }) => {
    const bytes = entries[name]
    if (!bytes) throw new Error(`The ZIP of the pictures has no ${name}`)
    return bytes
  })
}
