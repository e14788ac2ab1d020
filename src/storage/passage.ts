/** Pictures in transit between machines, in a bucket, and the results that come of them. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Passage } from '../base/passage.js'
import type { ObjectStore } from './port.js'
import type { S3Client } from './s3-client.js'
import { createS3Store, drop, fileBody } from './s3-store.js'

const CONTENT_TYPE = 'application/octet-stream'

export function createPassage(client: S3Client, area: string, results: Pick<ObjectStore, 'put' | 'delete'>): Passage {
  const store = createS3Store(client, area)
  return {
    upload: async (key, file) => {
      const name = `${client.place.prefix}${area}${key}`
      const body = await fileBody(file)
      await drop(client.send({ method: 'PUT', key: name, headers: { 'content-type': CONTENT_TYPE }, body }))
    },
    download: async (key, file) => {
      const object = await store.read(key)
      if (!object) return false
      await pipeline(object, createWriteStream(file, { mode: 0o600 }))
      return true
    },
    delete: (keys) => store.delete(keys),
    keep: (name, file, contentType) => results.put(name, file, contentType),
    discard: (names) => results.delete(names),
  }
}
