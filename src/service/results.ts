/** Finished pictures, until their time is over: found by anybody who knows the address, listed and deleted by their owner. */
import type { Readable } from 'node:stream'
import type { Database, ResultRecord } from '../db/port.js'
import { AppError } from '../errors.js'
import type { ByteRange, ObjectStore } from '../storage/port.js'
import { type Page, type PageRequest, readPage } from './paging.js'
import { removeResults } from './remove-results.js'

export type { ByteRange, ResultRecord }

export interface Results {
  /** By the name in its address; undefined when it does not exist or its time is over. */
  findByName(name: string): Promise<ResultRecord | undefined>
  /** The picture itself; undefined when it is gone. */
  read(name: string, range?: ByteRange): Promise<Readable | undefined>
  list(accountId: string, page: PageRequest): Promise<Page<ResultRecord>>
  findOwn(accountId: string, id: string): Promise<ResultRecord>
  remove(result: ResultRecord): Promise<void>
}

export function createResults(stores: {
  readonly db: Pick<Database, 'results'>
  readonly storage: ObjectStore
}): Results {
  const { db, storage } = stores
  return {
    findByName: async (name) => {
      const result = await db.results.find(name.replace(/\.[a-z]+$/, ''))
      return result?.objectKey === name ? result : undefined
    },
    read: (name, range) => storage.read(name, range),
    list: (accountId, page) => readPage(page, (request) => db.results.page(accountId, request)),
    findOwn: async (accountId, id) => {
      const result = await db.results.find(id)
      if (result?.accountId !== accountId) throw new AppError('not_found', 'You have no such result')
      return result
    },
    remove: async (result) => {
      await removeResults(stores, [result])
    },
  }
}
