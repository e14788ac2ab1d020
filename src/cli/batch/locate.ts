/** A request → the items of now. Asked again and again while a folder is watched. */
import { statSync } from 'node:fs'
import { UsageError } from '../command.js'
import { findPhotos } from './find-photos.js'
import { type Item, type Naming, planItems } from './plan.js'
import type { Request } from './request.js'

export async function locateItems({ inputs, destination, watch }: Request, naming: Naming): Promise<Item[]> {
  const folder = inputs.find((input) => statSync(input, { throwIfNoEntry: false })?.isDirectory())
  if (folder !== undefined && destination.kind !== 'folder') {
    throw new UsageError(`${folder} is a folder: name one for the results, too: -o OUT/`)
  }
  const results = destination.kind === 'folder' ? destination.folder : undefined
  const photos = await findPhotos(inputs, results)
  if (photos.length === 0 && !watch) throw new UsageError(`There are no photos in ${inputs.join(', ')}`)
  return planItems(photos, destination, naming)
}
