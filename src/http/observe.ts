/**
 * Every answer gets an X-Request-Id, a line in the log and a count in the metrics, without key, photo or address. Calls with
 * a known key are also listed in the request log of their account.
 */
import { AsyncResource } from 'node:async_hooks'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { HttpParts } from './parts.js'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Requested all the time, by machines and with every page: logged at debug level only. */
    quiet?: boolean
  }
  interface FastifyRequest {
    /** The code of its error, if there is one. */
    errorCode?: string
    /** Credits charged for it. */
    charged?: number
  }
}

/** For everything below this scope: files of pages, which say nothing about how the server is used. */
export function keepQuiet(scope: FastifyInstance): void {
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, quiet: true }
  })
}

type Told = Pick<HttpParts, 'metrics' | 'log' | 'requestLog' | 'config'>

export function observeRequests(app: FastifyInstance, { metrics, log, requestLog, config }: Told): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id)
    const startedAt = performance.now()
    // Not the hook onResponse: it does not run for clients that left before their answer.
    // Bound to the request, whose trace the line of the log names.
    const over = (): void => record(request, reply, performance.now() - startedAt)
    reply.raw.once('close', AsyncResource.bind(over))
  })

  const record = (request: FastifyRequest, reply: FastifyReply, ms: number): void => {
    const status = reply.raw.writableEnded ? reply.statusCode : CLIENT_GONE
    const route = routeOf(request)
    metrics.request({ method: request.method, route, status }, ms / 1000)
    const facts = { requestId: request.id, method: request.method, route, status, ms: Math.round(ms) }
    const { errorCode, apiKey, charged = 0, watermark } = request
    const code = errorCode && status !== CLIENT_GONE ? { code: errorCode } : {}
    const level = request.routeOptions.config?.quiet && status < 500 ? 'debug' : 'info'
    log[level]({ ...facts, ...code, ...(watermark && { watermark }), ...(apiKey && { keyId: apiKey.id }) }, 'request')
    if (!apiKey || config.requestLogMs === 0) return
    requestLog.note({
      id: request.id,
      accountId: apiKey.accountId,
      keyId: apiKey.id,
      method: request.method,
      route,
      status,
      code: code.code ?? null,
      durationMs: facts.ms,
      credits: charged,
      watermark: watermark ?? null,
    })
  }
}

/** nginx's convention for "the client closed the connection". */
const CLIENT_GONE = 499

/** The route's pattern, not the address: result addresses are secrets, and unknown paths would flood the metrics. */
const routeOf = (request: FastifyRequest): string => request.routeOptions.url ?? 'unknown'
