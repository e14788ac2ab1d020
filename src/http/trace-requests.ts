/** A span for every request that is not asked all the time by machines; it continues the caller's trace, if there is one. */
import { AsyncResource } from 'node:async_hooks'
import type { FastifyInstance } from 'fastify'
import type { OpenSpan, Tracer } from '../signals/tracing/tracer.js'

declare module 'fastify' {
  interface FastifyRequest {
    span?: OpenSpan
  }
}

export function traceRequests(app: FastifyInstance, tracer: Tracer | undefined): void {
  if (!tracer) return
  app.addHook('onRequest', (request, reply, done) => {
    const { method, headers, routeOptions, id } = request
    if (routeOptions.config?.quiet) return done()
    const route = routeOptions.url ?? 'unknown'
    const span = tracer.begin(`${method} ${route}`, 'server', headers.traceparent)
    request.span = span
    const over = (): void => {
      const { statusCode } = reply
      const facts = { 'http.request.method': method, 'http.route': route, 'http.response.status_code': statusCode }
      span.end({ ...facts, 'silhouette.request_id': id }, statusCode >= 500 ? String(statusCode) : undefined)
    }
    reply.raw.once('close', AsyncResource.bind(over))
    tracer.within(span, done)
  })
  // Bodies arrive in events of the connection, which belong to no request.
  app.addHook('preValidation', ({ span }, _reply, done) => (span ? tracer.within(span, done) : done()))
}
