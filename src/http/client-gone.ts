/** Tells running work that nobody waits for its answer any more. */
import type { FastifyReply } from 'fastify'

export class ClientGone extends Error {
  override readonly name = 'ClientGone'
}

export function clientGoneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort(new ClientGone('The client closed the connection'))
  })
  return controller.signal
}
