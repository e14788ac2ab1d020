/**
 * `Expect: 100-continue` asks for leave to send the body. It is given when somebody is about to read it: whoever is
 * refused before, for a wrong key say, is answered instead and sends nothing.
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

/** The client may send the body all the same, or the next request: nobody can tell which. */
export const isHeldBack = ({ raw }: FastifyReply): boolean => waiting.has(raw)

export function letBodyCome({ raw }: FastifyReply): void {
  if (waiting.delete(raw)) raw.writeContinue()
}
