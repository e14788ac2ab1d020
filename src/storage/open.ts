/** Config → where pictures live. */
import path from 'node:path'
import type { Config } from '../config.js'
import { createDiskStore } from './disk.js'
import type { ObjectStore } from './port.js'

export interface Storage {
  readonly results: ObjectStore
  close(): Promise<void>
}

export const openStorage = async ({ dataDir }: Pick<Config, 'dataDir'>): Promise<Storage> => ({
  results: await createDiskStore(path.join(dataDir, 'results')),
  close: async () => {},
})
