/**
 * Photos and results of the playground, kept in the browser (IndexedDB) so that neither a reload nor the Back button
 * loses them; and the names of photos, by which results are recognised. Each account sees only its own. All of it is
 * deleted at sign-out; work is kept for a day, names for as long as the server keeps results.
 */
import { onSignedOut, session } from './session.js'

const NAME = 'silhouette'
const STORE = 'kept'
/** As long as the server remembers Idempotency-Keys. */
const LIFE_MS = 24 * 3_600_000

export type Room = 'key' | 'desk' | 'desk-result' | 'options' | 'batch' | 'batch-photo' | 'batch-result' | 'result-name'

interface Kept {
  readonly until: number
  readonly value: unknown
}

const isOver = ({ until }: Kept): boolean => !(until > Date.now())

let opened: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  opened ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE)
    request.onerror = () => reject(request.error)
    request.onsuccess = () => {
      const database = request.result
      // The user signed out, perhaps in another tab: do not block the deletion.
      database.onversionchange = () => {
        database.close()
        opened = undefined
      }
      resolve(database)
      dropOld(database)
    }
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

function dropOld(database: IDBDatabase): void {
  const request = database.transaction(STORE, 'readwrite').objectStore(STORE).openCursor()
  request.onsuccess = () => {
    const cursor = request.result
    if (!cursor) return
    if (isOver(cursor.value as Kept)) cursor.delete()
    cursor.continue()
  }
}

const owner = (): string | undefined => session.get()?.account?.email

async function within<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** Whether it was stored: storage may be blocked or full, and then the work lasts only as long as the page. */
export async function keep(room: Room, id: string, value: unknown, lifeMs = LIFE_MS): Promise<boolean> {
  const account = owner()
  if (account === undefined) return false
  try {
    const kept: Kept = { until: Date.now() + lifeMs, value }
    await within('readwrite', (store) => store.put(kept, [account, room, id]))
    return true
  } catch {
    return false
  }
}

export async function recall<T>(room: Room, id: string): Promise<T | undefined> {
  const account = owner()
  if (account === undefined) return undefined
  try {
    const kept = await within<Kept | undefined>('readonly', (store) => store.get([account, room, id]))
    return kept && !isOver(kept) ? (kept.value as T) : undefined
  } catch {
    return undefined
  }
}

/** Everything in a room. */
export async function recallAll<T>(room: Room): Promise<T[]> {
  const account = owner()
  if (account === undefined) return []
  const kept = await within<Kept[]>('readonly', (store) => store.getAll(wholeRoom(account, room))).catch(() => [])
  return kept.filter((each) => !isOver(each)).map(({ value }) => value as T)
}

const wholeRoom = (account: string, room: Room): IDBKeyRange => IDBKeyRange.bound([account, room], [account, room, []])

/** Everything in a room, or one thing. */
export async function discard(room: Room, id?: string): Promise<void> {
  const account = owner()
  if (account === undefined) return
  const range = id === undefined ? wholeRoom(account, room) : IDBKeyRange.only([account, room, id])
  await within('readwrite', (store) => store.delete(range)).catch(() => undefined)
}

onSignedOut(() => {
  try {
    indexedDB.deleteDatabase(NAME)
  } catch {
    // Storage is blocked: nothing was kept.
  }
})
