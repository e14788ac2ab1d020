/** Where pictures live. One contract suite (test/contract/object-store) runs against every implementation. */
import type { Readable } from 'node:stream'

export interface ByteRange {
  start: number
  /** Inclusive, as in HTTP. */
  end: number
}

export interface ObjectStore {
  /** Moves the file: afterwards it is gone from where it was. The object is complete or not there at all. */
  put(key: string, file: string, contentType: string): Promise<void>
  /** Undefined when there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** In bytes; undefined when there is no such object. */
  size(key: string): Promise<number | undefined>
  /** Deleting what is gone is not an error. */
  delete(keys: readonly string[]): Promise<void>
  /**
   * Deletes what was written before then, and tells how much. For files that no record names any more; only of stores
   * without rules of their own for that.
   */
  deleteBefore?(time: number): Promise<number>
  /** Writes something and removes it: a store that can only be read is of no use. */
  ping(): Promise<void>
  /** Where the store itself hands the object to anybody, for some time; only of stores that clients can reach. */
  addressOf?(key: string, lending: Lending): Promise<string>
}

export interface Lending {
  readonly seconds: number
  /** What the store is to say about caching. */
  readonly cacheControl: string
}
