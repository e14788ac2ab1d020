/** A result never replaces a photo, or another result. */
import { fstatSync } from 'node:fs'
import { UsageError } from '../command.js'
import { printable } from '../printable.js'
import type { Item } from './item.js'
import { inodeIn, inodeOf, locationOf } from './same-file.js'

export function refuseOverwriting(items: readonly Item[], background: string | undefined): void {
  const originals = originalsBy([...items.map(({ input }) => input), ...(background ? [background] : [])])
  const made = new Map<string, string>()
  for (const { input, files } of items) {
    for (const file of files) {
      const location = locationOf(file)
      const photo = originals.get(location) ?? originals.get(inodeOf(file) ?? '')
      if (photo !== undefined) {
        throw new UsageError(
          printable(`The result of ${input} would overwrite the photo ${photo}: name another file or folder`),
        )
      }
      const other = made.get(location)
      if (other !== undefined) {
        throw new UsageError(printable(`${other} and ${input} would both become ${file}: process them in two runs`))
      }
      made.set(location, input)
    }
  }
}

/** By everything that identifies a file. A photo that was redirected to standard input is one of them. */
function originalsBy(files: readonly string[]): ReadonlyMap<string, string> {
  const piped = fstatSync(0, { bigint: true })
  const originals = new Map<string, string>(piped.isFile() ? [[inodeIn(piped), 'on standard input']] : [])
  for (const file of files) {
    originals.set(locationOf(file), file)
    const inode = inodeOf(file)
    if (inode !== undefined) originals.set(inode, file)
  }
  return originals
}
