/** Metrics tell a lot about a business, so only the operator may read them: from the server's own machine, or with METRICS_TOKEN. */
import type { onRequestAsyncHookHandler } from 'fastify'
import { AppError } from '../base/errors.js'
import type { HttpParts } from './parts.js'
import { isSameSecret } from './same-secret.js'
import { isFromThisMachine } from './this-machine.js'

export interface MetricsOwner {
  readonly config: Pick<HttpParts['config'], 'metricsToken'>
}

export function requireMetricsReader({ config }: MetricsOwner): onRequestAsyncHookHandler {
  const expected = config.metricsToken && `Bearer ${config.metricsToken}`
  return async (request) => {
    if (isFromThisMachine(request) || (expected && isSameSecret(request.headers.authorization, expected))) return
    const message =
      'Metrics are read on this machine, as localhost or 127.0.0.1, or with METRICS_TOKEN as Authorization: Bearer'
    throw new AppError('unauthenticated', message, { parameter: 'Authorization' })
  }
}
