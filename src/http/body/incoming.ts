/** A request's body, piece by piece and never more than its limit; the next piece is taken when the last one is done with. */
import type { FastifyRequest } from 'fastify'
import { ClientGone } from '../client-gone.js'
import { bodyTooLarge } from './limits.js'

export function declaredLength({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  const length = Number(headers['content-length'] ?? Number.NaN)
  return Number.isNaN(length) ? undefined : length
}

export async function* incoming({ raw }: FastifyRequest, limit: number): AsyncGenerator<Buffer, void> {
  let received = 0
  // Not destroyed when the reader gives up: the answer still has to go out on the same connection.
  const pieces = raw.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
  for (;;) {
    const { done, value } = await pieces.next().catch(() => {
      throw new ClientGone()
    })
    if (done) return
    received += (value as Buffer).length
    if (received > limit) {
      await pieces.return?.()
      throw bodyTooLarge(limit)
    }
    yield value as Buffer
  }
}
