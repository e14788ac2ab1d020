/**
 * Answers that are sent before the body has arrived, mostly refusals. A client that is still sending would not see them
 * if the connection were closed at once; left to itself, Node would read for as long as something comes. So a bounded
 * remainder is read and dropped after the answer, and only then is the answer ended; a client that sends more is cut off.
 */
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { isHeldBack } from './continue.js'
import { declaredLength } from './incoming.js'

/** As large as the largest body of an ordinary client. */
export const MAX_REST_BYTES = 50 * 1024 * 1024
const IDLE_MS = 5000

export function dropUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { raw } = request
    if (raw.complete !== false || raw.destroyed) return payload // undefined where there is no connection at all
    const rest = declaredLength(request) ?? Number.POSITIVE_INFINITY
    // Tells the client that the end of its body is not read. A small remainder does not cost it the connection.
    if (rest > MAX_REST_BYTES || isHeldBack(reply)) reply.header('Connection', 'close')
    if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) {
      reply.header('Connection', 'close')
      return payload
    }
    reply.header('Content-Length', String(Buffer.byteLength(payload)))
    return Readable.from(thenDrop(payload, raw, reply))
  })
}

async function* thenDrop(answer: string | Buffer, raw: IncomingMessage, reply: FastifyReply) {
  yield answer
  await drop(raw)
  if (!raw.complete) reply.raw.once('finish', () => raw.socket.destroySoon())
}

/** Resolves when the body is complete, when enough of it was read, or when nothing more comes. */
function drop(raw: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let left = MAX_REST_BYTES
    const stop = (): void => {
      clearTimeout(idle)
      raw.off('data', count)
      raw.pause()
      resolve()
    }
    const count = (piece: Buffer): void => {
      left -= piece.length
      idle.refresh()
      if (left < 0) stop()
    }
    const idle = setTimeout(stop, IDLE_MS)
    raw.once('end', stop).once('close', stop).once('error', stop).on('data', count)
  })
}
