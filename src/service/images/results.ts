/** Finished pictures, until they expire: public to anyone who knows the address, listed and deleted by their owner. */
import type { Readable } from 'node:stream'
import type { Clock } from '../../base/clock.js'
import { AppError } from '../../base/errors.js'
import type { Bookmark, Database, Page, PageRequest, ResultRecord } from '../../db/port.js'
import type { ByteRange, ObjectStore } from '../../storage/port.js'
import { type Removal, removeAllOf, removeResults } from './remove-results.js'

export type { ByteRange, ResultRecord }

export interface Results {
  /** By the name in its address; undefined when it does not exist or has expired. */
  findByName(name: string): Promise<ResultRecord | undefined>
  /** Where the store itself serves the picture, for a few minutes; undefined: the server serves it. */
  linkTo(result: ResultRecord): Promise<string | undefined>
  /** The picture itself; undefined when it is gone. */
  read(name: string, range?: ByteRange): Promise<Readable | undefined>
  /** Of these operations, or of any. */
  list(accountId: string, page: PageRequest, operations?: readonly string[]): Promise<Page<ResultRecord>>
  findOwn(accountId: string, id: string): Promise<ResultRecord>
  /** Its owner's name for it; an empty one removes it. */
  rename(result: ResultRecord, name: string): Promise<ResultRecord>
  remove(result: ResultRecord): Promise<void>
  /** Those that belong to the account; returns how many there were. */
  removeOwn(accountId: string, ids: readonly string[]): Promise<number>
  /** All of the account, from new to old; as many as one call can bear, and where the next one goes on. */
  removeAll(accountId: string, before?: Bookmark): Promise<Removal>
}

/** Also where it is somebody else's: nobody learns that it exists. */
export const noSuchResult = (): AppError =>
  new AppError('not_found', 'You have no such result; results are deleted when they expire')

export interface ResultParts {
  readonly db: Pick<Database, 'results'>
  readonly storage: ObjectStore
  readonly clock: Clock
  /** Whether the store serves them itself, where it can. */
  readonly redirects: boolean
}

/** Long enough to begin a download, short enough not to be passed on. */
const LINK_SECONDS = 300

export function createResults(parts: ResultParts): Results {
  const { db, storage, clock, redirects } = parts
  return {
    findByName: async (name) => {
      const result = await db.results.find(name.replace(/\.[a-z]+$/, ''))
      return result?.objectKey === name ? result : undefined
    },
    linkTo: async ({ objectKey, expiresAt }) => {
      const secondsLeft = Math.floor((expiresAt - clock()) / 1000)
      if (!redirects || secondsLeft < 1) return undefined
      const lending = {
        seconds: Math.min(LINK_SECONDS, secondsLeft),
        cacheControl: `public, max-age=${secondsLeft}, immutable`,
      }
      return storage.addressOf?.(objectKey, lending)
    },
    read: (name, range) => storage.read(name, range),
    list: (accountId, page, operations) => db.results.page(accountId, page, operations),
    findOwn: async (accountId, id) => {
      const result = await db.results.find(id)
      if (result?.accountId !== accountId) throw noSuchResult()
      return result
    },
    rename: async (result, given) => {
      const name = given.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() || null
      await db.results.rename(result.id, name)
      return { ...result, name }
    },
    remove: async (result) => {
      await removeResults(parts, [result])
    },
    removeOwn: async (accountId, ids) => {
      const found = await Promise.all([...new Set(ids)].map((id) => db.results.find(id)))
      const own = found.filter((result) => result !== undefined).filter((result) => result.accountId === accountId)
      return removeResults(parts, own)
    },
    removeAll: (accountId, before) => removeAllOf(parts, accountId, before),
  }
}
