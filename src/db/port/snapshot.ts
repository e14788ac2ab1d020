import type { ResultRecord } from './results.js'

/** The tables at one moment, in a file of their own. */
export interface Snapshot {
  /** How many rows each table has. */
  rows(): Promise<Readonly<Record<string, number>>>
  /** Published and not expired. */
  liveResults(): AsyncIterableIterator<Pick<ResultRecord, 'id' | 'objectKey' | 'contentType' | 'bytes'>>
  /** Photos that were uploaded with jobs, whose turn has not come: their names, without those of backgrounds beside them. */
  waitingInputs(): Promise<string[]>
  /** Whether requests were running at that moment: they hold credits, or did until a minute before. */
  isAtWork(): Promise<boolean>
  /** Removes these results from it. */
  forget(ids: readonly string[]): Promise<void>
  /** Afterwards the file is complete. */
  close(): Promise<void>
}

/** Where a snapshot can be restored to. */
export interface EmptyDatabase {
  /** All of the snapshot or nothing. Other files may be left beside it, in a folder that is deleted with it. */
  fill(snapshotFile: string): Promise<void>
  close(): Promise<void>
}
