/**
 * The services that the lane `services` talks to. One that is not there is named, and its tests are skipped; with
 * SERVICES=required, or on a build server, they fail instead.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import S3rver from '@20minutes/s3rver'
import { afterAll } from 'vitest'
import type { S3Place } from '../../src/s3-place.js'

const REQUIRED = process.env.SERVICES === 'required' || process.env.CI === 'true'

/** Whether tests can have the service at that address; says why not. */
async function isThere(name: string, address: string, howToGetIt: string): Promise<boolean> {
  const { hostname, port } = new URL(address)
  const answers = await new Promise<boolean>((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), timeout: 2000 })
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false))
    socket.on('timeout', () => resolve(false))
    socket.on('connect', () => socket.destroy()).on('timeout', () => socket.destroy())
  })
  if (answers) return true
  const message = `${name} does not answer at ${hostname}:${port}. ${howToGetIt}`
  if (REQUIRED) throw new Error(message)
  console.log(`Skipped: ${message}`)
  return false
}

/** The address of a Redis, undefined where there is none. Tests use keys of their own and remove them. */
export async function redisService(): Promise<string | undefined> {
  const url = process.env.TEST_REDIS_URL ?? 'redis://127.0.0.1:6379'
  return (await isThere('Redis', url, 'Start one, or set TEST_REDIS_URL.')) ? url : undefined
}

export interface S3Service {
  /** `host:port` */
  readonly host: string
  /** A bucket that is empty. */
  newPlace(): Promise<S3Place>
  removeBucket(place: S3Place): Promise<void>
}

/** A server that speaks S3 and checks signatures, in this process; it ends with the tests of the file. */
export async function s3Service(): Promise<S3Service> {
  const directory = await mkdtemp(path.join(tmpdir(), 'silhouette-s3-'))
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, vhostBuckets: false })
  const { address, port } = await server.run()
  afterAll(async () => {
    await server.close()
    await rm(directory, { recursive: true, force: true })
  })
  let count = 0
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
  return {
    host: `${address}:${port}`,
    newPlace: async () => {
      const bucket = `bucket-${++count}`
      await server.store.putBucket(bucket)
      return { bucket, prefix: '', region: 'eu-central-1', endpoint: `http://${address}:${port}`, ...credentials }
    },
    removeBucket: ({ bucket }) => rm(path.join(directory, bucket), { recursive: true }),
  }
}
