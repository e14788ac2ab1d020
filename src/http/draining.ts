/**
 * On shutdown answers say that the connection closes with them, from the moment on that the server refuses new work; and
 * once it no longer listens, connections on which nothing runs are closed: kept alive, they would hold it up for another
 * minute.
 */
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on connections end with their next answer. */
    endKeepAlive(): void
  }
}

const CHECK_MS = 100

export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let running = 0
  let ending = false
  let timer: NodeJS.Timeout | undefined
  app.decorate('endKeepAlive', () => {
    ending = true
  })
  app.addHook('onRequest', async (_request, reply) => {
    running += 1
    reply.raw.once('close', () => {
      running -= 1
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (ending) reply.header('Connection', 'close')
  })
  app.addHook('preClose', async () => {
    ending = true
    timer = setInterval(() => {
      if (running === 0) app.server.closeAllConnections()
    }, CHECK_MS)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
