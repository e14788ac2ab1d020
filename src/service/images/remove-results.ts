/** Deletes results: the picture, its thumbnail where one is kept, and the record of them. */
import type { Database, ResultRecord } from '../../db/port.js'
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

export async function removeResultsOf(stores: ResultStores, accountId: string): Promise<void> {
  for (let batch = BATCH; batch === BATCH; )
    batch = await removeResults(stores, await stores.db.results.listOf(accountId, BATCH))
}
