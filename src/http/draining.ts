/**
 * On shutdown answers say that the connection closes with them, and connections on which nothing runs are closed: kept
 * alive, they would hold the server up for another minute.
 */
import type { FastifyInstance } from 'fastify'

const CHECK_MS = 100

export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let running = 0
  let timer: NodeJS.Timeout | undefined
  app.addHook('onRequest', async (_request, reply) => {
    running += 1
    reply.raw.once('close', () => {
      running -= 1
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (timer) reply.header('Connection', 'close')
  })
  app.addHook('preClose', async () => {
    timer = setInterval(() => {
      if (running === 0) app.server.closeAllConnections()
    }, CHECK_MS)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}
