/** Where a worker machine tells how it is: /healthz, /readyz and /metrics, on a port of their own. */
import type { AddressInfo } from 'node:net'
import Fastify from 'fastify'
import type { Logger } from 'pino'
import { localAddress } from '../base/addresses.js'
import { recordId } from '../base/random-ids.js'
import { speakDialect } from '../http/dialect.js'
import { type HealthParts, healthRoutes } from '../http/health.js'
import { renderV1Error } from '../http/v1/errors.js'
import { createIncidents } from '../service/operator/incidents.js'
import { cannotListen } from './cannot-listen.js'

export interface WorkerDoorParts extends HealthParts {
  readonly host: string
  readonly port: number
  readonly log: Logger
}

export async function openWorkerDoor(parts: WorkerDoorParts): Promise<{ close(): Promise<void> }> {
  const { host, port, log } = parts
  const app = Fastify({ logger: false, genReqId: () => recordId('req', Date.now()), forceCloseConnections: true })
  speakDialect(app, renderV1Error, { log, incidents: createIncidents(log) })
  healthRoutes(app, parts)
  await app.listen({ host, port }).catch(cannotListen('WORKER_PORT'))
  log.info({ address: localAddress(host, (app.server.address() as AddressInfo).port) }, 'listening')
  return { close: () => app.close() }
}
