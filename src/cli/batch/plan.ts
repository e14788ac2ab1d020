/** Photos → which files each becomes. Names depend on the photos alone, so that every run finds the results of the last. */
import path from 'node:path'
import type { Destination } from './destination.js'
import type { FoundPhoto } from './find-photos.js'
import type { FileKind, Files, Item, Naming } from './item.js'
import { fillTemplate, namesFolder } from './name-template.js'
import { refuseOverwriting } from './refuse-overwriting.js'
import { locationOf } from './same-file.js'
import { isWebAddress } from './web-address.js'

export function planItems(photos: readonly FoundPhoto[], destination: Destination, naming: Naming): Item[] {
  const placed = photos.map(({ file, place }) => ({ input: file, place: placeOf(file, place, destination) }))
  const planned = withEndings(placed, destination).map((photo, index) => ({
    input: photo.input,
    files: filesOf(photo, index + 1, destination, naming.kinds),
  }))
  refuseOverwriting(planned, naming.background)
  return planned
}

interface Placed {
  readonly input: string
  /** Where its results go unless their names say otherwise: a folder, and what the photo is called. */
  readonly place: string
}

function placeOf(file: string, place: string, destination: Destination): string {
  if (destination.kind === 'file') return withoutEnding(destination.file)
  if (destination.kind === 'folder') return path.join(destination.folder, withoutEnding(place))
  // Beside a photo on the web is here.
  return withoutEnding(isWebAddress(file) ? place : file)
}

const withoutEnding = (file: string): string => file.slice(0, file.length - path.extname(file).length)

function filesOf(
  { input, place }: Placed,
  n: number,
  destination: Destination,
  [first, ...others]: Naming['kinds'],
): Files {
  const [folder, name] = [path.dirname(place), path.basename(place)]
  const fileOf = ({ name: template, extension: ext, preset = '' }: FileKind): string => {
    const number = String(n).padStart(3, '0')
    const filled = fillTemplate(template, { name, preset, ext, folder: folderNameOf(input), n: number })
    return path.join(destination.kind === 'folder' && namesFolder(template) ? destination.folder : folder, filled)
  }
  return [destination.kind === 'file' ? destination.file : fileOf(first), ...others.map(fileOf)]
}

/** In shops often the number of an article. A photo on the web has its host instead. */
const folderNameOf = (input: string): string =>
  isWebAddress(input) ? new URL(input).hostname : path.basename(path.dirname(path.resolve(input)))

/** Of `a.jpg` and `a.webp` both keep their extensions in the names of their results: `a-jpg.png`, `a-webp.png`. */
function withEndings(photos: readonly Placed[], { kind }: Destination): readonly Placed[] {
  if (kind === 'file') return photos
  const counts = countsOf(photos)
  return photos.map(({ input, place }) => ({
    input,
    place: counts.get(locationOf(place)) === 1 ? place : `${place}-${path.extname(input).slice(1).toLowerCase()}`,
  }))
}

function countsOf(photos: readonly Placed[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { place } of photos) counts.set(locationOf(place), (counts.get(locationOf(place)) ?? 0) + 1)
  return counts
}
