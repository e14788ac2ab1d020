/** A request → what there is to do now. Called repeatedly while a folder is watched. */
import { statSync } from 'node:fs'
import { UsageError } from '../command.js'
import { findPhotos } from './find-photos.js'
import type { Item, Naming } from './item.js'
import { planItems } from './plan.js'
import type { Request } from './request.js'

/** A picture that cannot be read. */
export interface Refused {
  readonly input: string
  readonly refusal: string
}

export async function locateWork({ inputs, destination, watch }: Request, naming: Naming): Promise<(Item | Refused)[]> {
  const folder = inputs.find((input) => statSync(input, { throwIfNoEntry: false })?.isDirectory())
  if (folder !== undefined && destination.kind !== 'folder') {
    throw new UsageError(`${folder} is a folder: name one for the results as well: -o OUT/`)
  }
  const results = destination.kind === 'folder' ? destination.folder : undefined
  const found = await findPhotos(inputs, results)
  if (found.length === 0 && !watch) throw new UsageError(`There are no photos in ${inputs.join(', ')}`)
  const refused = found.flatMap(({ file, refusal }) => (refusal === undefined ? [] : [{ input: file, refusal }]))
  // Names depend on the photos that can be read: a raw file beside its JPEG changes nothing.
  const photos = found.filter(({ refusal }) => refusal === undefined)
  return [...refused, ...planItems(photos, destination, naming)]
}
