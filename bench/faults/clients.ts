/**
 * Clients of a fleet whose parts fail. Most send an Idempotency-Key and repeat the request until it is answered; the others
 * repeat only what was refused, and so never hear of an answer that got lost on its way.
 */
import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { FormData, fetch, type Response } from 'undici'
import type { Told } from '../../test/support/books.js'
import type { Photo } from './photos.js'
import { pick } from './plan.js'

export interface Customer {
  readonly id: string
  readonly key: string
  /** Of how many requests one goes without an Idempotency-Key; 0: none. */
  readonly oneInWithout: number
  readonly told: (Told & { readonly photo: Photo })[]
}

/** How requests went; `repeated` counts tries, all others requests. */
export interface Tally {
  requests: number
  served: number
  /** Tries that were refused, or whose connection broke, before there was an answer. */
  repeated: { refused: number; lost: number; blamed: number; failed: number }
  /** Without a key: the connection broke, and nobody asked again. */
  unheard: number
  /** What came instead of an answer in the end. */
  readonly failed: string[]
  /** Words of the tries that neither an overload nor a broken connection explains. */
  readonly odd: Set<string>
}

export const newTally = (): Tally => ({
  requests: 0,
  served: 0,
  repeated: { refused: 0, lost: 0, blamed: 0, failed: 0 },
  unheard: 0,
  failed: [],
  odd: new Set(),
})

/** Of requests that are on their way when the faults are over. */
const PATIENCE_MS = 120_000
const LONGEST_PAUSE_MS = 2000
const RESPONSE_MS = 90_000
/** A good photo whose worker was killed twice is taken for one that kills workers. */
const BLAMED = 'it crashed the worker twice'

type Reply =
  | { readonly kind: 'served'; readonly resultId: string }
  | { readonly kind: keyof Tally['repeated']; readonly reason: string; readonly pauseMs: number }

/** When it is over may be decided while it goes on. */
export interface Load {
  endsAt: number
}

/** One request after the other until then. */
export async function keepAsking(
  addresses: readonly string[],
  customer: Customer,
  photos: readonly Photo[],
  tally: Tally,
  load: Load,
): Promise<void> {
  while (Date.now() < load.endsAt) {
    tally.requests += 1
    const photo = pick(photos)
    const insists = customer.oneInWithout === 0 || randomInt(customer.oneInWithout) > 0
    const idempotencyKey = insists ? randomUUID() : undefined
    const askedAt = Date.now()
    const tooLate = (): boolean => Date.now() > Math.max(load.endsAt, askedAt) + PATIENCE_MS
    for (;;) {
      const reply = await ask(pick(addresses), customer.key, photo, idempotencyKey)
      if (reply.kind === 'served') {
        tally.served += 1
        customer.told.push({ charged: 1, resultId: reply.resultId, photo })
        break
      }
      if (reply.kind === 'lost' && !insists) {
        tally.unheard += 1
        customer.told.push({ charged: 0, mayBeCharged: 1, photo })
        break
      }
      tally.repeated[reply.kind] += 1
      if (reply.kind === 'failed') tally.odd.add(reply.reason)
      if (reply.kind === 'failed' && !insists) tally.failed.push(reply.reason)
      if (tooLate()) tally.failed.push(`given up: ${reply.reason}`)
      if ((reply.kind === 'failed' && !insists) || tooLate()) break
      await sleep(reply.pauseMs)
    }
  }
}

async function ask(address: string, key: string, photo: Photo, idempotencyKey?: string): Promise<Reply> {
  const body = new FormData()
  body.append('image_file', new Blob([new Uint8Array(photo.file)]), 'photo.jpg')
  body.append('size', 'full')
  const headers = { 'x-api-key': key, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) }
  const signal = AbortSignal.timeout(RESPONSE_MS)
  try {
    const response = await fetch(`${address}/v1/remove`, { method: 'POST', headers, body, signal })
    return readReply(response, await response.text())
  } catch (error) {
    const reason = String((error as Error).cause ?? error)
    // Nothing was sent: another server can be asked, with or without a key.
    const kind = reason.includes('ECONNREFUSED') ? 'refused' : 'lost'
    return { kind, reason, pauseMs: 300 }
  }
}

function readReply(response: Response, text: string): Reply {
  const { status } = response
  if (status === 201) return { kind: 'served', resultId: resultIdIn((JSON.parse(text) as { url: string }).url) }
  const reason = `${status} ${text.slice(0, 200)}`
  const seconds = Number(response.headers.get('retry-after') ?? 1)
  const pauseMs = Math.min(LONGEST_PAUSE_MS, seconds * 1000)
  if (status === 503 || status === 429) return { kind: 'refused', reason, pauseMs }
  return { kind: text.includes(BLAMED) ? 'blamed' : 'failed', reason, pauseMs }
}

const resultIdIn = (url: string): string => new URL(url).pathname.slice('/r/'.length).split('.')[0]!
