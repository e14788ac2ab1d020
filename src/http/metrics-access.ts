/**
 * Metrics tell a lot about a business, so only the operator may read them: from the server's own machine, or with
 * METRICS_TOKEN. A request through a proxy does not come from this machine, even if the proxy runs here; every proxy that
 * passes on its client's address adds one of these headers, and a caller that forges one only locks itself out. A browser
 * on this machine may have been sent here by a page elsewhere whose name points at 127.0.0.1 (DNS rebinding): it sends
 * that name as Host, so only names of this machine are accepted.
 */

import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import ipaddr from 'ipaddr.js'
import { AppError } from '../base/errors.js'
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
    const message =
      'Metrics are read on this machine, as localhost or 127.0.0.1, or with METRICS_TOKEN as Authorization: Bearer'
    throw new AppError('unauthenticated', message, { parameter: 'Authorization' })
  }
}

function isFromThisMachine({ headers, socket }: FastifyRequest): boolean {
  const { remoteAddress = '' } = socket
  if (OF_PROXIES.some((name) => headers[name] !== undefined)) return false
  return isLoopback(remoteAddress) && (headers.host === undefined || isThisMachine(headers.host))
}

function isThisMachine(host: string): boolean {
  const address = `http://${host}`
  if (!URL.canParse(address)) return false
  const { hostname } = new URL(address)
  return hostname === 'localhost' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback'
