/**
 * Numbers tell a lot about a business, so only the operator reads them: from the server's own machine, or with
 * METRICS_TOKEN. What came through a proxy did not come from this machine, even if the proxy runs here and says so; every
 * proxy that tells who calls adds one of these headers, and with a lie in one of them a caller only locks itself out.
 */

import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '../errors.js'
import type { HttpParts } from './parts.js'
import { isSameSecret } from './same-secret.js'

const OF_PROXIES = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
] as const

export function requireMetricsReader({ config }: Pick<HttpParts, 'config'>): onRequestAsyncHookHandler {
  const expected = config.metricsToken && `Bearer ${config.metricsToken}`
  return async (request) => {
    if (isFromThisMachine(request) || (expected && isSameSecret(request.headers.authorization, expected))) return
    const message = 'Metrics are read on this machine, or with METRICS_TOKEN as Authorization: Bearer'
    throw new AppError('unauthenticated', message, { parameter: 'Authorization' })
  }
}

function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const { remoteAddress = '' } = socket
  if (OF_PROXIES.some((name) => headers[name] !== undefined) || !ipaddr.isValid(remoteAddress)) return false
  return ipaddr.process(remoteAddress).range() === 'loopback'
}
