/**
 * `Expect: 100-continue` asks for leave to send the body. It is granted when the body is about to be read: a client
 * that is refused before that, for a wrong key say, gets its answer instead and sends nothing.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'

const waiting = new WeakSet<ServerResponse>()

export function holdBackContinue(app: FastifyInstance): void {
  app.server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    waiting.add(response)
    app.server.emit('request', request, response)
  })
}

/** The client may send the body all the same, or its next request: there is no telling which. */
export const isHeldBack = ({ raw }: FastifyReply): boolean => waiting.has(raw)

export function sendContinue({ raw }: FastifyReply): void {
  if (waiting.delete(raw)) raw.writeContinue()
}
