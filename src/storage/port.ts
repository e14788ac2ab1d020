/** Where pictures live. One contract suite (test/contract/object-store) runs against every implementation. */
import type { Readable } from 'node:stream'

export interface ByteRange {
  start: number
  /** Inclusive, as in HTTP. */
  end: number
}

export interface ObjectStore {
  /** Moves the file: afterwards it is gone from its old path. The object is complete or does not exist. */
  put(key: string, file: string, contentType: string): Promise<void>
  /** Undefined when there is no such object. */
  read(key: string, range?: ByteRange): Promise<Readable | undefined>
  /** In bytes; undefined when there is no such object. */
  size(key: string): Promise<number | undefined>
  /** Deleting what is gone is not an error. */
  delete(keys: readonly string[]): Promise<void>
  /**
   * Deletes what was written before then and returns how much. For files that no record names; only in stores without
   * expiry rules of their own.
   */
  deleteBefore?(time: number): Promise<number>
  /** Writes something and removes it: a read-only store is of no use. */
  ping(): Promise<void>
  /** A link at which the store itself serves the object for some time; only for stores that clients can reach. */
  addressOf?(key: string, lending: Lending): Promise<string>
}

export interface Lending {
  readonly seconds: number
  /** The Cache-Control that the store sends. */
  readonly cacheControl: string
}
