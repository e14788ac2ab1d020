/** Tells running work that its client is gone. */
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
  if (reply.raw.destroyed) leave() // it left while the key was looked up: no event will follow
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leave()
  })
  return controller.signal
}
