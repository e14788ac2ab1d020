/**
 * Any web page may call the API: the key grants access, never a cookie. The account page's own routes know their visitor
 * by a cookie, and metrics are for whoever is on this machine, so no other page may read or call either.
 *
 * By hand: @fastify/cors would need as much configuration, for that exception and for preflights in each dialect.
 */
import type { FastifyInstance } from 'fastify'

const EXPOSED_HEADERS = [
  'X-Credits-Charged',
  'X-Width',
  'X-Height',
  'X-Type',
  'X-Foreground-Top',
  'X-Foreground-Left',
  'X-Foreground-Width',
  'X-Foreground-Height',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Queue-Ahead',
  'X-Queue-Expected-Seconds',
  'Retry-After',
  'X-Request-Id',
  'X-Warnings',
  'X-Photo-Faults',
  'X-Policy-Notes',
  'X-Style-Recipe',
  'Idempotent-Replayed',
].join(', ')

export function allowCrossOrigin(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    if (isClosedToPages(request.url)) return
    reply.header('Access-Control-Allow-Origin', '*')
    reply.header('Access-Control-Expose-Headers', EXPOSED_HEADERS)
  })
}

const isClosedToPages = (url: string): boolean => /^\/(web|metrics)(?![^/?])/.test(url)

/** Preflight requests need no key: browsers send them without one. */
export function answerPreflight(scope: FastifyInstance): void {
  scope.options('/*', { schema: { hide: true } }, async (_request, reply) =>
    reply
      .code(204)
      .header('Access-Control-Allow-Methods', 'GET, POST, OPTIONS')
      .header('Access-Control-Allow-Headers', 'X-Api-Key, Content-Type, Accept, Idempotency-Key')
      .header('Access-Control-Max-Age', '86400')
      .send(),
  )
}
