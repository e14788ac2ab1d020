/**
 * A client of a fleet whose members come and go. It asks for all kinds of pictures by all ways, sometimes leaves before
 * the answer, and looks at the picture when it has one. With an Idempotency-Key it asks until it has its answer, and then
 * once more.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { FormData, fetch, type Response } from 'undici'
import { expect } from 'vitest'
import { type PhotoHost, photoNamed } from './photo-host.js'

/** How a request ended. */
export type End =
  | { readonly status: number; readonly charged: number; readonly resultId?: string }
  | { readonly status: 'connection lost' | 'client left'; readonly charged: 0; readonly mayBeCharged: number }

interface Order {
  readonly path: '/v1/remove' | '/v1.0/removebg'
  readonly price: 0 | 1
  readonly fields: Readonly<Record<string, string | Buffer>>
  readonly picture: Buffer
}

type Answer = { readonly bytes: Buffer } | { readonly url: string }
type Reply =
  | { readonly status: number; readonly answer?: Answer }
  | { readonly status: 'connection lost' | 'client left' }

/** How each dialect calls a bad picture, which one is taken for over which two machines were killed. */
export const BLAMED = { '/v1/remove': 422, '/v1.0/removebg': 400 } as const
const DEADLY = 'it crashed the worker twice'
const TRIES = 200
const PAUSE_MS = 500
const oneIn = (count: number): boolean => randomInt(count) === 0

export function fleetClient(addresses: readonly string[], photos: PhotoHost, apiKey: string) {
  let turn = randomInt(addresses.length)
  const nextAddress = (): string => addresses[turn++ % addresses.length]!

  const send = async (order: Order, idempotencyKey?: string): Promise<Reply> => {
    const body = new FormData()
    for (const [name, value] of Object.entries(order.fields)) {
      if (typeof value === 'string') body.append(name, value)
      else body.append(name, new Blob([new Uint8Array(value)]), 'photo.png')
    }
    const headers = { 'x-api-key': apiKey, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) }
    const client = new AbortController()
    const leaving = oneIn(12) ? setTimeout(() => client.abort(), randomInt(400)) : undefined
    try {
      const reply = await fetch(nextAddress() + order.path, { method: 'POST', headers, body, signal: client.signal })
      return { status: reply.status, ...(await answerIn(reply)) }
    } catch (error) {
      if (client.signal.aborted) return { status: 'client left' }
      if (error instanceof TypeError) return { status: 'connection lost' }
      throw error
    } finally {
      clearTimeout(leaving)
    }
  }

  /** On whichever server is there. */
  const download = async (url: string): Promise<Buffer> => {
    for (let tried = 0; tried < TRIES; tried++) {
      const reply = await fetch(nextAddress() + new URL(url).pathname).catch(() => undefined)
      const bytes = await reply?.arrayBuffer().catch(() => undefined)
      if (reply?.status === 200 && bytes) return Buffer.from(bytes)
      if (reply?.status !== 200) expect(reply?.status ?? 503, 'a result that was answered is there').toBe(503)
      await sleep(PAUSE_MS)
    }
    return expect.unreachable('the result was never to be had')
  }
  const endOf = async (order: Order, reply: Reply): Promise<End> => {
    if (typeof reply.status === 'string') return { status: reply.status, charged: 0, mayBeCharged: order.price }
    const { status, answer } = reply
    if (!answer) return { status, charged: 0 }
    expect('bytes' in answer ? answer.bytes : await download(answer.url), 'its own picture').toEqual(order.picture)
    return { status, charged: order.price, ...('url' in answer && { resultId: resultIdIn(answer.url) }) }
  }

  const insist = async (order: Order, idempotencyKey: string): Promise<Reply & { answer: Answer }> => {
    for (let tried = 0; tried < TRIES; tried++) {
      const reply = await send(order, idempotencyKey)
      if ('answer' in reply && reply.answer) return { ...reply, answer: reply.answer }
      if (typeof reply.status === 'number')
        expect([503, BLAMED[order.path]], 'what may be repeated').toContain(reply.status)
      await sleep(PAUSE_MS)
    }
    return expect.unreachable('there was never an answer')
  }

  return {
    once: async (): Promise<End> => {
      const order = anyOrder(photos)
      return endOf(order, await send(order))
    },
    untilAnswered: async (): Promise<End> => {
      const order = anyOrder(photos)
      const idempotencyKey = randomUUID()
      const first = await insist(order, idempotencyKey)
      const end = await endOf(order, first)
      expect((await insist(order, idempotencyKey)).answer, 'the same answer again').toEqual(first.answer)
      return end
    },
  }
}

async function answerIn(reply: Response): Promise<{ answer?: Answer }> {
  const bytes = Buffer.from(await reply.arrayBuffer())
  if (reply.status === 503) expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  if (Object.values<number>(BLAMED).includes(reply.status)) expect(bytes.toString()).toContain(DEADLY)
  if (reply.status === 200) return { answer: { bytes } }
  return reply.status === 201 ? { answer: { url: (JSON.parse(bytes.toString()) as { url: string }).url } } : {}
}

const resultIdIn = (url: string): string => new URL(url).pathname.slice('/r/'.length).split('.')[0]!

let photosTaken = 0
function anyOrder(photos: PhotoHost): Order {
  const name = `photo-${++photosTaken}`
  const price = oneIn(3) ? 0 : 1
  const size = price === 0 ? 'preview' : 'full'
  const photo = oneIn(3) ? { image_url: photos.urlOf(name) } : { image_file: photoNamed(name) }
  const colour = oneIn(4) && { bg_color: '#00ff7f' }
  if (oneIn(2)) return { path: '/v1/remove', price, fields: { ...photo, size, ...colour }, picture: photoNamed(name) }
  const fields = { ...photo, size, ...colour }
  if (colour || oneIn(2)) return { path: '/v1.0/removebg', price, fields, picture: photoNamed(name) }
  const behind = `background-${photosTaken}`
  const background = oneIn(2) ? { bg_image_url: photos.urlOf(behind) } : { bg_image_file: photoNamed(behind) }
  const picture = Buffer.concat([photoNamed(name), photoNamed(behind)])
  return { path: '/v1.0/removebg', price, fields: { ...fields, ...background }, picture }
}
