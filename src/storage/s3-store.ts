/** Objects in a bucket of an S3-compatible store, below one prefix. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Dispatcher } from 'undici'
import { randomToken } from '../base/random-ids.js'
import { StoreTrouble } from '../base/store-trouble.js'
import { checkObjectKey } from './object-key.js'
import type { ByteRange, ObjectStore } from './port.js'
import type { S3Body, S3Client } from './s3-client.js'

/** As many as one request may delete. */
const DELETE_AT_ONCE = 1000

/** `area` ends in `/` and follows the prefix of the place; what is public lies where its address says (`r/`, `styles/`). */
export function createS3Store(client: S3Client, area: string): ObjectStore {
  const nameOf = (key: string): string => {
    checkObjectKey(key)
    return `${client.place.prefix}${area}${key}`
  }
  const probe = `${client.place.prefix}${area}probe-${randomToken()}`

  const deleteBatch = async (names: readonly string[]): Promise<void> => {
    const objects = names.map((name) => `<Object><Key>${name}</Key></Object>`).join('')
    const body = bodyOf(Buffer.from(`<Delete><Quiet>true</Quiet>${objects}</Delete>`))
    const headers = { 'content-type': 'application/xml', 'content-md5': md5Of(body.content) }
    const reply = await client.send({ method: 'POST', key: '', query: 'delete=', headers, body })
    const code = /<Error>.*?<Code>([A-Za-z0-9.]+)<\/Code>/s.exec((await reply?.body.text()) ?? '')?.[1]
    if (code) throw new StoreTrouble('refused', `The S3 store could not delete some objects: ${code}`, undefined)
  }

  return {
    put: async (key, file, contentType) => {
      const name = nameOf(key)
      const body = await fileBody(file)
      await drop(client.send({ method: 'PUT', key: name, headers: { 'content-type': contentType }, body }))
      await rm(file)
    },
    read: async (key, range) => {
      const headers = range ? { range: `bytes=${range.start}-${range.end}` } : {}
      const reply = await client.send({ method: 'GET', key: nameOf(key), headers })
      return reply && range ? exactly(range, reply) : reply?.body
    },
    size: async (key) => {
      const reply = await client.send({ method: 'HEAD', key: nameOf(key) })
      await reply?.body.dump()
      return reply && Number(reply.headers['content-length'])
    },
    delete: async (keys) => {
      const names = keys.map(nameOf)
      const [only] = names
      if (only && names.length === 1) return drop(client.send({ method: 'DELETE', key: only }))
      for (let from = 0; from < names.length; from += DELETE_AT_ONCE)
        await deleteBatch(names.slice(from, from + DELETE_AT_ONCE))
    },
    // Tried once only: a health check wants to know the present state, and is repeated.
    ping: async () => {
      await drop(client.send({ method: 'PUT', key: probe, body: bodyOf(Buffer.from('probe')), tries: 1 }))
      await drop(client.send({ method: 'DELETE', key: probe, tries: 1 }))
    },
    addressOf: (key, { seconds, cacheControl }) =>
      client.link(nameOf(key), { 'response-cache-control': cacheControl }, seconds),
  }
}

/** A store may answer with more than was requested, as HTTP allows; the excess is dropped. */
function exactly({ start, end }: ByteRange, { headers, body }: Dispatcher.ResponseData): Readable {
  const sent = String(headers['content-range'] ?? 'bytes 0-')
  if (sent.startsWith(`bytes ${start}-${end}/`)) return body
  const first = Number(/^bytes (\d+)-/.exec(sent)?.[1])
  return Readable.from(cut(body, start - first, end - first), { objectMode: false })
}

async function* cut(pieces: AsyncIterable<Buffer>, from: number, to: number): AsyncGenerator<Buffer> {
  let at = 0
  for await (const piece of pieces) {
    yield piece.subarray(Math.max(0, from - at), Math.max(0, to + 1 - at))
    at += piece.length
    if (at > to) return
  }
}

/** Bodies of answers without content are read all the same, so that the connection can be reused. */
export async function drop(sent: ReturnType<S3Client['send']>): Promise<void> {
  await (await sent)?.body.dump()
}

export async function fileBody(file: string): Promise<S3Body> {
  const hash = createHash('sha256')
  let bytes = 0
  for await (const piece of createReadStream(file) as AsyncIterable<Buffer>) {
    hash.update(piece)
    bytes += piece.length
  }
  return { content: { file }, bytes, sha256: hash.digest('hex') }
}

export function bodyOf(content: Buffer): S3Body & { readonly content: Buffer } {
  return { content, bytes: content.length, sha256: createHash('sha256').update(content).digest('hex') }
}

export const md5Of = (content: Buffer): string => createHash('md5').update(content).digest('base64')
