/** The pictures of a batch: in memory as handles, and kept in the browser for the next visit. */
import { discard, keep, recall } from '../../../state/kept-work.js'
import type { Batch } from './batch.js'

export interface ItemFiles {
  readonly photo: Blob
  readonly photoUrl: string
  readonly result?: Blob | undefined
  readonly resultUrl?: string | undefined
  /** The cut-out alone, where the result is a finished picture and somebody retouches it. */
  readonly cutout?: Blob | undefined
}

const files = new Map<string, ItemFiles>()

export const filesOf = (id: string): ItemFiles | undefined => files.get(id)

/** Whether it could be stored. */
export async function addPhoto(id: string, photo: Blob): Promise<boolean> {
  files.set(id, { photo, photoUrl: URL.createObjectURL(photo) })
  return keep('batch-photo', id, photo)
}

export async function addResult(id: string, result: Blob): Promise<void> {
  const known = files.get(id)
  if (!known) return
  if (known.resultUrl) URL.revokeObjectURL(known.resultUrl)
  files.set(id, { ...known, result, resultUrl: URL.createObjectURL(result) })
  await keep('batch-result', id, result)
}

/** Only for this visit: it can be made again. */
export function addCutout(id: string, cutout: Blob): void {
  const known = files.get(id)
  if (known) files.set(id, { ...known, cutout })
}

export async function removeFiles(id: string): Promise<void> {
  release(id)
  await Promise.all([discard('batch-photo', id), discard('batch-result', id)])
}

export async function removeAllFiles(): Promise<void> {
  for (const id of [...files.keys()]) release(id)
  await Promise.all([discard('batch-photo'), discard('batch-result')])
}

/** After sign-out; what was kept has been deleted already. */
export function forgetFiles(): void {
  for (const id of [...files.keys()]) release(id)
}

export async function recallFiles({ items }: Batch): Promise<void> {
  for (const { id } of items) {
    const photo = await recall<Blob>('batch-photo', id)
    if (!photo) continue
    const result = await recall<Blob>('batch-result', id)
    files.set(id, {
      photo,
      photoUrl: URL.createObjectURL(photo),
      ...(result && { result, resultUrl: URL.createObjectURL(result) }),
    })
  }
}

function release(id: string): void {
  const known = files.get(id)
  files.delete(id)
  if (!known) return
  URL.revokeObjectURL(known.photoUrl)
  if (known.resultUrl) URL.revokeObjectURL(known.resultUrl)
}
