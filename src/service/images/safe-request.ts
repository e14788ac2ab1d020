/**
 * One request on a connection of its own. By the client of Node.js: that of undici ends the process when a host closes its
 * connection while a body waits to be read (nodejs/undici#5360).
 */
import { type IncomingMessage, request } from 'node:http'
import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

export interface Exchange {
  readonly response: Promise<IncomingMessage>
  /** Closes the connection, whether or not the body was read. */
  end(): void
}

export interface Sent {
  readonly headers: Readonly<Record<string, string>>
  /** With it, it is a POST. */
  readonly body?: string
}

/** There is no time limit here: one clock runs for the whole exchange, and aborts `signal`. */
export function requestOnce(
  url: URL,
  { headers, body }: Sent,
  connect: buildConnector.connector,
  signal: AbortSignal,
): Exchange {
  let hasEnded = false
  const sockets: Socket[] = []
  const response = new Promise<IncomingMessage>((resolve, reject) => {
    // A name lookup or a TLS handshake may never end, and only what has a socket can be aborted.
    if (signal.aborted) reject(signal.reason)
    signal.addEventListener('abort', () => reject(signal.reason), { once: true })
    const { host, hostname, port, protocol, pathname, search } = url
    const target = { host, hostname: hostname.replace(/^\[|\]$/g, ''), port, protocol }
    const sent = request({
      method: body === undefined ? 'GET' : 'POST',
      path: pathname + search,
      headers: { host, ...headers },
      signal,
      createConnection: (_, done) => {
        connect(target, (error, socket) => {
          if (socket) sockets.push(socket)
          if (socket && hasEnded) socket.destroy()
          done(error, socket!)
        })
        return undefined
      },
    })
    sent.on('error', reject).on('response', resolve).end(body)
  })
  return {
    response,
    end: () => {
      hasEnded = true
      for (const socket of sockets) socket.destroy()
    },
  }
}
