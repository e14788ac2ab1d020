/** For the operator, of a server or of a worker machine: is it alive, is it ready, and its metrics. */
import type { FastifyInstance } from 'fastify'
import type { Readiness } from '../service/operator/readiness.js'
import type { Exposed } from '../signals/registry.js'
import { type MetricsOwner, requireMetricsReader } from './metrics-access.js'

export interface HealthParts extends MetricsOwner {
  readonly readiness: () => Promise<Readiness>
  readonly metrics: { expose(): Promise<Exposed> }
}

export function healthRoutes(app: FastifyInstance, parts: HealthParts): void {
  const { readiness, metrics } = parts
  const hidden = { schema: { hide: true }, config: { quiet: true } }

  app.get('/healthz', hidden, async () => ({ status: 'ok' }))

  app.get('/readyz', hidden, async (_request, reply) => {
    const found = await readiness()
    return reply.code(found.status === 'not ready' ? 503 : 200).send(found)
  })

  app.get('/metrics', { ...hidden, onRequest: requireMetricsReader(parts) }, async (_request, reply) => {
    const { contentType, text } = await metrics.expose()
    return reply.type(contentType).send(text)
  })
}
