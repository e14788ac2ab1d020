/** A request's body, piece by piece and never more than its limit; the next piece is taken when the last one is done with. */
import type { FastifyRequest } from 'fastify'
import type { Upload } from '../../service/images/uploads.js'
import { ClientGone } from '../client-gone.js'
import { bodyTooLarge } from './limits.js'

export function declaredLength({ headers }: Pick<FastifyRequest, 'headers'>): number | undefined {
  // Without either header there is no body.
  const unsaid = headers['transfer-encoding'] === undefined ? 0 : Number.NaN
  const length = Number(headers['content-length'] ?? unsaid)
  return Number.isNaN(length) ? undefined : length
}

export async function* incoming(
  { raw }: FastifyRequest,
  limit: number,
  { arrival, signal }: Upload,
): AsyncGenerator<Buffer, void> {
  let received = 0
  // Not destroyed when the reader gives up: the answer still has to go out on the same connection.
  const pieces = raw.iterator({ destroyOnReturn: false })[Symbol.asyncIterator]()
  try {
    for (;;) {
      arrival.wait()
      const { done, value } = await nextUnlessAborted(pieces, signal)
      arrival.receive(done ? 0 : value.length)
      if (done) return
      received += value.length
      if (received > limit) throw bodyTooLarge(limit)
      yield value
    }
  } finally {
    void pieces.return?.() // or the rest could not be dropped; takes effect once a pending piece is there
  }
}

function nextUnlessAborted(pieces: AsyncIterator<Buffer>, signal: AbortSignal): Promise<IteratorResult<Buffer>> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    const settle = (): void => signal.removeEventListener('abort', abort)
    signal.addEventListener('abort', abort)
    pieces
      .next()
      .then(resolve, () => reject(new ClientGone()))
      .finally(settle)
  })
}
