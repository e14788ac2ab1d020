/** A server that speaks S3 and checks signatures, in this process. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll } from 'vitest'
import type { S3Place } from '../../src/base/s3-place.js'

export interface S3Service {
  readonly host: string
  readonly port: number
  /** A bucket that is empty. */
  newPlace(): Promise<S3Place>
  removeBucket(place: S3Place): Promise<void>
  /** How many requests it has had. */
  requests(): number
  /** The keys of all objects in it. */
  objectsIn(bucket: string): Promise<string[]>
  close(): Promise<void>
}

/** Ends with the tests of the file. */
export async function s3Service(tls?: TlsIdentity): Promise<S3Service> {
  const service = await startS3Service(tls)
  afterAll(service.close)
  return service
}

/** In PEM form. */
export interface TlsIdentity {
  readonly cert: string
  readonly key: string
}

export async function startS3Service(tls?: TlsIdentity): Promise<S3Service> {
  const directory = await mkdtemp(path.join(tmpdir(), 'silhouette-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false, ...tls })
  const { address: host, port } = await server.run()
  let [count, requests] = [0, 0]
  server.httpServer.on('request', () => {
    requests += 1
  })
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    host,
    port,
    requests: () => requests,
    newPlace: async () => {
      const bucket = `bucket-${++count}`
      await server.store.putBucket(bucket)
      await keepFolders(path.join(directory, bucket))
      return {
        bucket,
        prefix: '',
        region: 'eu-central-1',
        endpoint: `${tls ? 'https' : 'http'}://${host}:${port}`,
        credentials,
      }
    },
    objectsIn: async (bucket) => {
      const { objects } = await server.store.listObjects(bucket, {})
      return objects.map(({ key }) => key)
    },
    removeBucket: ({ bucket }) => rm(path.join(directory, bucket), { recursive: true }),
    close: async () => {
      await server.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** The server removes a folder that has become empty, together with whatever arrives in that moment: they never do. */
export async function keepFolders(bucket: string): Promise<void> {
  for (const area of ['jobs', 'r', 'styles']) {
    await mkdir(path.join(bucket, area), { recursive: true })
    await writeFile(path.join(bucket, area, '.keep'), '')
  }
}
