/** Deletes results: the picture, its thumbnail where one is kept, and the record of them. */
import type { Bookmark, Database, ResultRecord } from '../../db/port.js'
import type { ObjectStore } from '../../storage/port.js'

export interface ResultStores {
  readonly db: Pick<Database, 'results'>
  readonly storage: ObjectStore
}

export const thumbnailKeyOf = ({ id }: Pick<ResultRecord, 'id'>): string => `${id}-thumbnail`

export async function removeResults({ db, storage }: ResultStores, results: readonly ResultRecord[]): Promise<number> {
  // The objects first: if the process dies in between, the row still names them, and deleting twice is no error.
  await storage.delete(results.flatMap((result) => [result.objectKey, thumbnailKeyOf(result)]))
  await db.results.forget(results.map((result) => result.id))
  return results.length
}

const BATCH = 200

/** Of an account that is gone, with those of requests that still run. */
export async function removeResultsOf(stores: ResultStores, accountId: string): Promise<void> {
  for (let batch = BATCH; batch === BATCH; )
    batch = await removeResults(stores, await stores.db.results.listOf(accountId, BATCH))
}

/** Batches in one call: 1,000 results take a few seconds, wherever they are stored. */
const BATCHES = 5

export interface Removal {
  readonly removed: number
  /** What is older is still there; undefined: nothing is. */
  readonly next: Bookmark | undefined
}

/** What its owner can list: requests that still run keep their results, and so does what is newer than the first call. */
export async function removeAllOf(
  stores: ResultStores,
  accountId: string,
  before: Bookmark | undefined,
): Promise<Removal> {
  let removal: Removal = { removed: 0, next: before }
  for (let batch = 0; batch < BATCHES; batch++) {
    const { items, next } = await stores.db.results.page(accountId, { limit: BATCH, before: removal.next })
    removal = { removed: removal.removed + (await removeResults(stores, items)), next }
    if (!next) break
  }
  return removal
}
