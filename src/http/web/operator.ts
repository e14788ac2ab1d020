/** For operators: how the server is doing. For others these routes do not exist. */
import type { FastifyInstance } from 'fastify'
import { thisProcess } from '../../this-process.js'
import type { HttpParts } from '../parts.js'
import { requireOperator } from './guard.js'

export function operatorRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { status, config, metrics } = parts
  const operator = { onRequest: requireOperator(parts) }

  scope.get('/operator/overview', operator, async () => {
    const { workers, waiting, workerMemoryBytes, members = [] } = await status.engine()
    return {
      shared: status.shared,
      ...(await status.totals()),
      queue: { waiting, size: config.engine.queueSize },
      workers: { ...workers, memoryBytes: workerMemoryBytes },
      server: {
        ...thisProcess,
        errorsSinceStart: metrics.failures(),
        uptimeMs: Math.round(process.uptime() * 1000),
        memoryBytes: process.memoryUsage.rss(),
      },
      members,
    }
  })
}
