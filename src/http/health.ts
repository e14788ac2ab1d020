/** For the operator: alive, ready, numbers. */
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from './parts.js'

export function healthRoutes(app: FastifyInstance, { db, storage, engine, metrics, log }: HttpParts): void {
  const hidden = { schema: { hide: true } }

  app.get('/healthz', hidden, async () => ({ status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const answers = async (name: string, ping: () => Promise<void>): Promise<string> => {
      try {
        await ping()
        return 'ok'
      } catch (err) {
        log.error({ err }, `${name} does not answer`)
        return 'failing'
      }
    }
    const checks = {
      networks: engine.state().ready ? 'ok' : 'not ready',
      database: await answers('database', () => db.ping()),
      storage: await answers('storage', () => storage.ping()),
    }
    const ready = Object.values(checks).every((check) => check === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })

  app.get('/metrics', hidden, async (_request, reply) => {
    const { contentType, text } = await metrics.expose()
    return reply.type(contentType).send(text)
  })
}
