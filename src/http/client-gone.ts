/** Tells running work that nobody waits for its answer any more. */
import type { FastifyReply } from 'fastify'

export class ClientGone extends Error {
  override readonly name = 'ClientGone'

  constructor() {
    super('The client closed the connection')
  }
}

export function clientGoneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  const leave = (): void => controller.abort(new ClientGone())
  if (reply.raw.destroyed) leave() // while the key was looked up: there will be no event any more
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leave()
  })
  return controller.signal
}
