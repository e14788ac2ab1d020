import type { LeaseTerm } from './leases.js'

export type IdempotencyClaim =
  | { state: 'first' }
  | { state: 'running' }
  | { state: 'answered'; answer: string }
  | { state: 'other_content' }

/** What a request with an Idempotency-Key is answered. */
export interface KeptAnswer {
  keyId: string
  idempotencyKey: string
  owner: string
  text: string
  expiresAt: number
}

/** First answers by API key and Idempotency-Key. */
export interface IdempotencyRecords {
  /** Claims the key if it is free or expired; otherwise says how far the first request has got. */
  claim(request: {
    keyId: string
    idempotencyKey: string
    fingerprint: string
    lease: LeaseTerm
  }): Promise<IdempotencyClaim>
  /** After an error the key is free again. Claims of other owners and answers are left alone. */
  abandon(keyId: string, idempotencyKey: string, owner: string): Promise<void>
  /** Forgets those that have expired by the given time, at most so many, and returns how many there were. */
  forgetExpired(before: number, limit: number): Promise<number>
}
