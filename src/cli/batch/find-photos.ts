/** Arguments → photos: files as named, folders with everything below them, patterns, web addresses. */
import type { Dirent, Stats } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { UsageError } from '../command.js'
import { printable } from '../printable.js'
import { isGlob, parseGlob } from './glob.js'
import { lookAt } from './look-at.js'
import { inodeOf } from './same-file.js'
import { isWebAddress, photoNameIn } from './web-address.js'

export interface FoundPhoto {
  /** Or its address on the web. */
  readonly file: string
  /** Where its result goes below the folder of results, without the extension. */
  readonly place: string
  /** Why it cannot be read: a picture of an unsupported kind. Silently leaving it out would be worse than an error. */
  readonly refusal?: string
}

/** `results`: the folder of results, which is left out where it lies below the photos. */
export async function findPhotos(inputs: readonly string[], results: string | undefined): Promise<FoundPhoto[]> {
  const leftOut = results === undefined ? undefined : inodeOf(results)
  const seen = new Set<string>()
  const found: FoundPhoto[] = []
  const folders = (await Promise.all(inputs.map(kindOf))).filter((kind) => kind?.isDirectory()).length
  for (const input of inputs) {
    for (const photo of await photosOf(input, leftOut, folders > 1)) {
      const file = path.resolve(photo.file)
      if (!seen.has(file)) found.push(photo)
      seen.add(file)
    }
  }
  return found
}

const kindOf = (file: string): Promise<Stats | undefined> => stat(file).catch(() => undefined)

/** `leftOut`: the folder of results, if it exists. */
async function photosOf(input: string, leftOut: string | undefined, severalFolders: boolean): Promise<FoundPhoto[]> {
  if (isWebAddress(input)) return [{ file: input, place: photoNameIn(input) }]
  const kind = await kindOf(input)
  if (kind?.isDirectory()) {
    if (inodeOf(input) === leftOut) {
      throw new UsageError(`The results cannot go into ${input} itself: name another folder, or one inside it`)
    }
    const own = severalFolders ? path.basename(path.resolve(input)) : ''
    return (await photosBelow(input, leftOut)).map((photo) => photoAt(input, photo, own))
  }
  if (kind) return [{ file: input, place: path.basename(input) }]
  if (!isGlob(input)) throw new UsageError(`${input} cannot be read`)
  const { base, matches, depth } = parseGlob(input)
  const photos = (await photosBelow(base, leftOut, depth)).filter(({ name }) => matches.test(name))
  if (photos.length === 0) throw new UsageError(`No photo matches ${input}`)
  return photos.map((photo) => photoAt(base, photo))
}

interface BelowFolder extends Pick<FoundPhoto, 'refusal'> {
  /** The path from there, with slashes. */
  readonly name: string
}

const photoAt = (folder: string, { name, ...more }: BelowFolder, own = ''): FoundPhoto => ({
  file: path.join(folder, name),
  place: path.join(own, name),
  ...more,
})

/** In order. Hidden files are skipped, and so are links to folders, which may be circular. */
async function photosBelow(
  folder: string,
  leftOut: string | undefined,
  depth = Number.POSITIVE_INFINITY,
  prefix = '',
): Promise<BelowFolder[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => {
    throw new UsageError(`The folder ${printable(folder)} cannot be read`)
  })
  const found: BelowFolder[] = []
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const file = path.join(folder, entry.name)
    if (entry.name.startsWith('.')) continue
    if (entry.isDirectory()) {
      if (depth > 1 && inodeOf(file) !== leftOut)
        found.push(...(await photosBelow(file, leftOut, depth - 1, `${prefix}${entry.name}/`)))
    } else if (await isFile(entry, file)) {
      const look = lookAt(file)
      if (look !== 'no picture') found.push({ name: prefix + entry.name, ...(look !== 'photo' && look) })
    }
  }
  return found
}

const isFile = async (entry: Dirent, file: string): Promise<boolean> =>
  entry.isFile() || (entry.isSymbolicLink() && (await kindOf(file))?.isFile() === true)
