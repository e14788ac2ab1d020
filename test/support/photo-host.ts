/** A host of pictures on loopback, with a different one at every path; it ends with the tests of the file. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import { PNG } from '../http/fake-engine.js'

/** Readable as a picture, and like no other. */
export const photoNamed = (name: string): Buffer => Buffer.concat([PNG, Buffer.from(name)])

export interface PhotoHost {
  /** `host:port`, as FETCH_ALLOW wants it. */
  readonly host: string
  urlOf(name: string): string
}

export async function photoHost(): Promise<PhotoHost> {
  const server = createServer((request, response) => response.end(photoNamed(request.url!.slice(1))))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterAll(() => new Promise((resolve) => server.close(resolve)))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return { host, urlOf: (name) => `http://${host}/${name}` }
}
