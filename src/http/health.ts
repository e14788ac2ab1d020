/** For the operator: is it alive, is it ready, and its metrics. */
import type { FastifyInstance } from 'fastify'
import { requireMetricsReader } from './metrics-access.js'
import type { HttpParts } from './parts.js'

export function healthRoutes(app: FastifyInstance, parts: Pick<HttpParts, 'status' | 'metrics' | 'config'>): void {
  const { status, metrics } = parts
  const hidden = { schema: { hide: true }, config: { quiet: true } }

  app.get('/healthz', hidden, async () => ({ status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const { ready: networksReady, reason = 'not ready' } = await status.engine()
    const networks = networksReady ? 'ok' : reason
    const checks = { networks: app.isDraining() ? 'draining' : networks, ...(await status.stores()) }
    const ready = Object.values(checks).every((state) => state === 'ok')
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', checks })
  })

  app.get('/metrics', { ...hidden, onRequest: requireMetricsReader(parts) }, async (_request, reply) => {
    const { contentType, text } = await metrics.expose()
    return reply.type(contentType).send(text)
  })
}
