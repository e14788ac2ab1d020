/** Deletes results: the picture and the record of it. */
import type { Database, ResultRecord } from '../db/port.js'
import type { ObjectStore } from '../storage/port.js'

export interface ResultStores {
  readonly db: Pick<Database, 'results'>
  readonly storage: ObjectStore
}

export async function removeResults({ db, storage }: ResultStores, results: readonly ResultRecord[]): Promise<number> {
  // The object first: if the process dies in between, the row still names it, and deleting twice is no error.
  await storage.delete(results.map((result) => result.objectKey))
  await db.results.forget(results.map((result) => result.id))
  return results.length
}

const BATCH = 200

export async function removeResultsOf(stores: ResultStores, accountId: string): Promise<void> {
  for (let batch = BATCH; batch === BATCH; )
    batch = await removeResults(stores, await stores.db.results.listOf(accountId, BATCH))
}
