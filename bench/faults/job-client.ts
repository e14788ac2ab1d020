/** Asks for jobs over HTTP, whatever happens to the servers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from 'undici'

export interface JobDocument {
  readonly id: string
  readonly state: string
  readonly counts: Record<'total' | 'waiting' | 'running' | 'finished' | 'failed', number>
  readonly items: readonly JobItem[]
  readonly next?: number
}

export interface JobItem {
  readonly position: number
  readonly state: string
  readonly result?: { readonly url: string }
  readonly error?: { readonly code: string; readonly message: string }
  readonly credits_charged: number
}

export type Ask = <Answer>(path: string, body?: object, idempotencyKey?: string) => Promise<Answer>

/** On whichever server is there, as often as it takes. */
export function asker(addresses: readonly string[], key: string): Ask {
  let turn = 0
  return async <Answer>(path: string, body?: object, idempotencyKey?: string) => {
    for (;;) {
      const headers = {
        'x-api-key': key,
        ...(body && { 'content-type': 'application/json' }),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      }
      const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers }
      const signal = AbortSignal.timeout(30_000)
      try {
        const response = await fetch(addresses[turn++ % addresses.length]! + path, { ...request, signal })
        const text = await response.text()
        if (response.ok) return JSON.parse(text) as Answer
        if (response.status < 500 && response.status !== 429) throw new Error(`${path}: ${response.status} ${text}`)
      } catch (error) {
        if (!(error instanceof TypeError) && !signal.aborted) throw error
      }
      await sleep(500)
    }
  }
}
