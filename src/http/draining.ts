/**
 * A server that is about to stop says so at /readyz and closes each connection with its next answer. When it stops
 * listening, every client that had connected by then is served; idle connections are closed, because keep-alive would
 * hold it up for another minute.
 */
import { setImmediate as nextRound } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** From now on, connections close with their next answer. */
    startDraining(): void
    isDraining(): boolean
  }
}

const CHECK_MS = 100
/** In a flood of connections there is always another one. */
const MOST_AT_THE_DOOR = 1000

export function closeConnectionsOnShutdown(app: FastifyInstance): void {
  let running = 0
  let draining = false
  let timer: NodeJS.Timeout | undefined
  app.decorate('startDraining', () => {
    draining = true
  })
  app.decorate('isDraining', () => draining)
  app.addHook('onRequest', async (_request, reply) => {
    running += 1
    reply.raw.once('close', () => {
      running -= 1
    })
  })
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('Connection', 'close')
  })
  const closeUnused = async (): Promise<void> => {
    await nextRound() // which reads what has arrived
    if (running === 0) app.server.closeAllConnections()
  }
  app.addHook('preClose', async () => {
    draining = true
    await letIn(app.server)
    timer = setInterval(() => void closeUnused(), CHECK_MS)
  })
  app.addHook('onClose', async () => clearInterval(timer))
}

/**
 * The operating system accepts connections by itself, and each round of the event loop hands us one of them. Those still
 * waiting when we stop listening would break, along with requests that a proxy has sent and must not repeat.
 */
async function letIn(server: FastifyInstance['server']): Promise<void> {
  let came = true
  const onConnection = (): void => {
    came = true
  }
  server.on('connection', onConnection)
  await nextRound() // the rest of this round; the following ones are complete
  for (let count = 0; came && count < MOST_AT_THE_DOOR; count++) {
    came = false
    await nextRound()
  }
  server.off('connection', onConnection)
}
