/** For the operator: is it alive, is it ready, what do the numbers say. */
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from './parts.js'

export function healthRoutes(app: FastifyInstance, { status, metrics }: HttpParts): void {
  const hidden = { schema: { hide: true } }

  app.get('/healthz', hidden, async () => ({ status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const networks = status.engine().ready ? 'ok' : 'not ready'
    const checks = { networks, ...(await status.stores()) }
    const ready = Object.values(checks).every((state) => state === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })

  app.get('/metrics', hidden, async (_request, reply) => {
    const { contentType, text } = await metrics.expose()
    return reply.type(contentType).send(text)
  })
}
