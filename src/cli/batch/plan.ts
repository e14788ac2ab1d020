/** Photos → which file each becomes. Names depend on the photos alone, so that every run finds the results of the last. */
import path from 'node:path'
import type { Destination } from './destination.js'
import type { FoundPhoto } from './find-photos.js'
import type { Item, Naming } from './item.js'
import { refuseOverwriting } from './refuse-overwriting.js'
import { locationOf } from './same-file.js'
import { isWebAddress } from './web-address.js'

export function planItems(photos: readonly FoundPhoto[], destination: Destination, naming: Naming): Item[] {
  const items = photos.map(({ file, place }) => ({ input: file, place: placeOf(file, place, destination, naming) }))
  const planned = withEndings(items, destination).map(({ input, place }) => ({
    input,
    output: destination.kind === 'file' ? place : `${place}.${naming.extension}`,
  }))
  refuseOverwriting(planned, naming)
  return planned
}

interface Placed {
  readonly input: string
  /** The result, without its extension. */
  readonly place: string
}

function placeOf(file: string, place: string, destination: Destination, { suffix }: Naming): string {
  if (destination.kind === 'file') return destination.file
  if (destination.kind === 'folder') return path.join(destination.folder, withoutEnding(place))
  // Beside a photo on the web is here.
  return `${withoutEnding(isWebAddress(file) ? place : file)}-${suffix}`
}

const withoutEnding = (file: string): string => file.slice(0, file.length - path.extname(file).length)

/** Of `a.jpg` and `a.webp` both keep their extensions in the names of their results: `a-jpg.png`, `a-webp.png`. */
function withEndings(items: readonly Placed[], { kind }: Destination): readonly Placed[] {
  if (kind === 'file') return items
  const counts = countsOf(items)
  return items.map(({ input, place }) => ({
    input,
    place: counts.get(locationOf(place)) === 1 ? place : `${place}-${path.extname(input).slice(1).toLowerCase()}`,
  }))
}

function countsOf(items: readonly Placed[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { place } of items) counts.set(locationOf(place), (counts.get(locationOf(place)) ?? 0) + 1)
  return counts
}
