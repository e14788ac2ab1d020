/** Config → where pictures live: a folder, or a bucket that all servers share. */
import path from 'node:path'
import type { Passage } from '../base/passage.js'
import type { S3Place } from '../base/s3-place.js'
import type { Config } from '../config/config.js'
import { createDiskStore } from './disk.js'
import { createPassage } from './passage.js'
import type { ObjectStore } from './port.js'
import { createS3Client } from './s3-client.js'
import { credentialsOf } from './s3-credentials.js'
import { type ExpiryRule, setExpiryRule } from './s3-lifecycle.js'
import { createS3Store } from './s3-store.js'

/** The areas of a bucket. Public pictures lie where their addresses say, so that a CDN may read the bucket itself. */
const RESULTS_AREA = 'r/'
const STYLES_AREA = 'styles/'
/** Not public: pictures in transit to workers and back. */
const JOBS_AREA = 'jobs/'
/** Not public either: photos of jobs that nobody waits for, until they are processed. */
const UPLOADS_AREA = 'uploads/'

export interface Storage {
  readonly results: ObjectStore
  /** Photos that wait to be processed. */
  readonly uploads: ObjectStore
  /** Pictures of styles that servers share; undefined: each keeps its own. */
  readonly styles?: ObjectStore
  /** Between servers and workers on other machines; undefined: there are none. */
  readonly passage?: Passage
  close(): Promise<void>
}

export type StoragePlace = { readonly folder: string } | S3Place

export const resultsFolder = (dataDir: string): string => path.join(dataDir, 'results')

export const openStorage = (
  { storage, dataDir }: Pick<Config, 'storage' | 'dataDir'>,
  onRetry?: () => void,
): Promise<Storage> => openStorageAt(storage ?? { folder: resultsFolder(dataDir) }, onRetry)

/** For display: without key and secret. */
export const nameOfStorage = (place: StoragePlace): string =>
  'folder' in place
    ? place.folder
    : `s3://${place.bucket}/${place.prefix}${place.endpoint ? ` at ${place.endpoint}` : ''}`

export async function openStorageAt(place: StoragePlace, onRetry?: () => void): Promise<Storage> {
  if ('folder' in place) {
    const uploads = path.join(path.dirname(place.folder), 'uploads')
    return {
      results: await createDiskStore(place.folder),
      uploads: await createDiskStore(uploads),
      close: async () => {},
    }
  }
  const credentials = credentialsOf(place)
  await credentials() // whoever starts without any should hear it now, not with the first picture
  const client = createS3Client(place, { credentials, onRetry })
  const results = createS3Store(client, RESULTS_AREA)
  return {
    results,
    uploads: createS3Store(client, UPLOADS_AREA),
    styles: createS3Store(client, STYLES_AREA),
    passage: createPassage(client, JOBS_AREA, results),
    close: () => client.close(),
  }
}

/** Undefined where results are files: a folder has no rules. */
export async function haveResultsExpire({ storage, resultTtlMs }: Config): Promise<ExpiryRule | undefined> {
  if (!storage) return undefined
  const client = createS3Client(storage)
  try {
    return await setExpiryRule(client, { results: RESULTS_AREA, jobs: JOBS_AREA }, resultTtlMs)
  } finally {
    await client.close()
  }
}

/** The object store's clock, in milliseconds; undefined where results are files, or where it does not say. */
export async function timeOfStorage({ storage }: Pick<Config, 'storage'>): Promise<number | undefined> {
  if (!storage) return undefined
  const client = createS3Client(storage)
  try {
    const reply = await client.send({ method: 'HEAD', key: '' })
    await reply?.body.dump()
    const time = Date.parse(String(reply?.headers.date))
    return Number.isNaN(time) ? undefined : time
  } finally {
    await client.close()
  }
}
