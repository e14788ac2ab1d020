/** For operators: how the server is doing. For others these routes do not exist. */
import type { FastifyInstance } from 'fastify'
import { addressAdvice } from '../../base/addresses.js'
import { thisProcess } from '../../base/this-process.js'
import { settingsInForce } from '../../config/in-force.js'
import { thisMachine } from '../../config/machine.js'
import type { HttpParts } from '../parts.js'
import type { CapacityReport, ErrorReport, OperatorOverview } from './answers.js'
import { requireOperator } from './guard.js'

const DAY_MS = 24 * 3_600_000

export function operatorRoutes(
  scope: FastifyInstance,
  parts: Pick<
    HttpParts,
    'status' | 'config' | 'metrics' | 'capacity' | 'requestLog' | 'outbox' | 'addresses' | 'accounts'
  >,
): void {
  const { status, config, metrics, capacity, requestLog, outbox, addresses } = parts
  const operator = { onRequest: requireOperator(parts) }

  scope.get('/operator/overview', operator, async (): Promise<OperatorOverview> => {
    const { workers, waiting, workerMemoryBytes, members = [] } = await status.engine()
    const address = addresses.base()
    return {
      shared: status.shared,
      localLinks: addressAdvice(config.server, address) === undefined ? null : address,
      ...(await status.totals()),
      queue: { waiting, size: status.queueRoom(workers) },
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

  scope.get('/operator/capacity', operator, async (): Promise<CapacityReport> => {
    const { workers, waiting, expectedWaitMs } = await status.engine()
    return {
      shared: status.shared.engine,
      workers,
      waiting,
      expectedWaitMs,
      queueSize: status.queueRoom(workers),
      maxWaitMs: config.engine.maxWaitMs,
      configured: { workers: config.engine.workers, threadsPerWorker: config.engine.threadsPerWorker },
      machine: thisMachine(),
      trend: capacity.trend(),
    }
  })

  scope.get(
    '/operator/errors',
    operator,
    async (): Promise<ErrorReport> => ({
      errors: await requestLog.errors(DAY_MS),
      withinMs: DAY_MS,
      mail: outbox?.state() ?? null,
    }),
  )

  scope.get('/operator/settings', operator, async () => ({ settings: settingsInForce(config) }))
}
