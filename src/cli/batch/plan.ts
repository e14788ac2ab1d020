/** Photos → which file each becomes. Names depend on the photos alone, so that every run finds the results of the last. */
import path from 'node:path'
import { UsageError } from '../command.js'
import type { Destination } from './destination.js'
import type { FoundPhoto } from './find-photos.js'

export interface Item {
  readonly input: string
  readonly output: string
}

/** How results are called. */
export interface Naming {
  /** Without the dot. */
  readonly extension: string
  /** Appended to the names of results beside their photos: `photo-cutout.png`. */
  readonly suffix: string
}

export function planItems(photos: readonly FoundPhoto[], destination: Destination, naming: Naming): Item[] {
  const items = photos.map(({ file, place }) => ({ input: file, place: placeOf(file, place, destination, naming) }))
  const planned = withEndings(items, destination).map(({ input, place }) => ({
    input,
    output: destination.kind === 'file' ? place : `${place}.${naming.extension}`,
  }))
  refuseClashes(planned)
  return planned
}

interface Placed {
  readonly input: string
  /** The result, but for the ending. */
  readonly place: string
}

function placeOf(file: string, place: string, destination: Destination, { suffix }: Naming): string {
  if (destination.kind === 'file') return destination.file
  if (destination.kind === 'folder') return path.join(destination.folder, withoutEnding(place))
  return `${withoutEnding(file)}-${suffix}`
}

const withoutEnding = (file: string): string => file.slice(0, file.length - path.extname(file).length)

/** Of `a.jpg` and `a.webp` both keep their endings in their names: `a-jpg.png`, `a-webp.png`. */
function withEndings(items: readonly Placed[], { kind }: Destination): readonly Placed[] {
  if (kind === 'file') return items
  const counts = countsOf(items)
  return items.map(({ input, place }) => ({
    input,
    place: counts.get(sameFile(place)) === 1 ? place : `${place}-${path.extname(input).slice(1).toLowerCase()}`,
  }))
}

function countsOf(items: readonly Placed[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { place } of items) counts.set(sameFile(place), (counts.get(sameFile(place)) ?? 0) + 1)
  return counts
}

/** Some file systems do not tell upper and lower case apart. */
const sameFile = (file: string): string => path.resolve(file).toLowerCase()

function refuseClashes(items: readonly Item[]): void {
  const inputs = new Map(items.map(({ input }) => [path.resolve(input), input]))
  const outputs = new Map<string, string>()
  for (const { input, output } of items) {
    const photo = inputs.get(path.resolve(output))
    if (photo !== undefined) throw new UsageError(`The result of ${input} would overwrite the photo ${photo}`)
    const other = outputs.get(sameFile(output))
    if (other !== undefined) {
      throw new UsageError(`${other} and ${input} would both become ${output}: give them in two runs`)
    }
    outputs.set(sameFile(output), input)
  }
}
