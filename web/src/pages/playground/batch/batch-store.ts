/** The current batch. It continues while the user visits other pages, and after a reload. */
import { batch as texts } from '#texts/batch'
import { photo as photoTexts } from '#texts/playground'
import { formatLimit } from '../../../format/numbers.js'
import { discard, keep, recall } from '../../../state/kept-work.js'
import { onSignedOut } from '../../../state/session.js'
import { createStore } from '../../../state/store.js'
import { type Batch, type BatchItem, interrupted } from './batch.js'
import { type FoundFile, isPhoto } from './found-files.js'
import { addPhoto, filesOf, forgetFiles, recallFiles, removeAllFiles, removeFiles } from './item-files.js'

/** As many as a browser can store and a grid can show. */
export const MOST_PHOTOS = 200

/** How many are read and stored together: one by one would take long, all at once would show nothing meanwhile. */
const AT_A_TIME = 10

export const batch = createStore<Batch | undefined>(undefined)

export function changeBatch(change: (batch: Batch) => Batch): void {
  const known = batch.get()
  if (!known) return
  batch.set(change(known))
  keepLatest()
}

export const changeItem = (id: string, change: Partial<BatchItem>): void =>
  changeBatch((known) => ({
    ...known,
    items: known.items.map((item) => (item.id === id ? { ...item, ...change } : item)),
  }))

let keeping = false
let changed = false

/** In the order of the changes; during a write only the latest is queued. */
function keepLatest(): void {
  changed = true
  if (!keeping) void keepAll()
}

async function keepAll(): Promise<void> {
  keeping = true
  while (changed) {
    changed = false
    const known = batch.get()
    if (known) await keep('batch', '', known)
  }
  keeping = false
}

/** What the user should know about the files that were added. */
export interface Added {
  /** Files that are not photos, judging by their names. */
  readonly leftOut: number
  readonly tooMany: number
  /** The browser has no room, so a reload would lose them. */
  readonly unkept: boolean
}

export async function addFiles(found: readonly FoundFile[], uploadBytes: number): Promise<Added> {
  const photos = found.filter(isPhoto)
  const room = MOST_PHOTOS - (batch.get()?.items.length ?? 0)
  const taken = photos.slice(0, Math.max(0, room))
  if (!batch.get()) batch.set({ items: [], running: false })
  let unkept = false
  for (let at = 0; at < taken.length; at += AT_A_TIME) {
    const some = await Promise.all(taken.slice(at, at + AT_A_TIME).map((each) => newItem(each, uploadBytes)))
    const kept = await Promise.all(some.map(({ item, file }) => !file || addPhoto(item.id, file)))
    if (kept.includes(false)) unkept = true
    changeBatch((known) => ({ ...known, items: [...known.items, ...some.map(({ item }) => item)] }))
  }
  return { leftOut: found.length - photos.length, tooMany: photos.length - taken.length, unkept }
}

async function newItem({ file, path }: FoundFile, uploadBytes: number): Promise<{ item: BatchItem; file?: File }> {
  const item: BatchItem = { id: crypto.randomUUID(), path, stage: 'waiting', idempotencyKey: crypto.randomUUID() }
  const refused = (message: string) => ({
    item: { ...item, stage: 'unreadable', problem: { code: '', message } } as const,
  })
  if (file.size > uploadBytes) return refused(photoTexts.tooLarge(formatLimit(uploadBytes)))
  // One that has been moved or deleted meanwhile shows it at its first byte.
  const isThere = await file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
  return isThere ? { item, file } : refused(texts.gone)
}

export async function removeItem(id: string): Promise<void> {
  changeBatch((known) => ({ ...known, items: known.items.filter((item) => item.id !== id) }))
  await removeFiles(id)
}

export async function closeBatch(): Promise<void> {
  batch.set(undefined)
  await Promise.all([discard('batch'), removeAllFiles()])
}

/** Photos that could not be stored cannot be continued. */
export async function recallBatch(): Promise<void> {
  if (batch.get()) return
  const kept = await recall<Batch>('batch', '')
  if (!kept || kept.items.length === 0) return
  await recallFiles(kept)
  const items = kept.items.filter(({ id, stage }) => stage === 'unreadable' || filesOf(id))
  if (items.length > 0 && !batch.get()) batch.set(interrupted({ ...kept, items }))
}

onSignedOut(() => {
  batch.set(undefined)
  forgetFiles()
})
