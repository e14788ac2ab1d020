/**
 * Any web page may call the API: the key grants access, never a cookie. The account page's own routes know their visitor
 * by a cookie, and metrics are for programs on this machine, so no other page may read or call either.
 *
 * By hand: @fastify/cors would need as much configuration, for that exception and for preflights in each dialect.
 */
import type { FastifyInstance } from 'fastify'
import {
  COMMON,
  CUTOUT,
  CUTOUT_WARNINGS,
  NOTICE,
  QUEUE,
  RATE,
  RECIPE,
  REPLAYED,
  RETRY,
  WARNINGS,
} from './document/headers.js'

/** Every header that the API document promises. */
const EXPOSED_HEADERS = Object.keys({
  ...CUTOUT,
  ...RATE,
  ...QUEUE,
  ...RETRY,
  ...COMMON,
  ...NOTICE,
  ...WARNINGS,
  ...CUTOUT_WARNINGS,
  ...RECIPE,
  ...REPLAYED,
}).join(', ')

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
      .header('Access-Control-Allow-Methods', 'GET, POST, DELETE, OPTIONS')
      .header('Access-Control-Allow-Headers', 'X-Api-Key, Content-Type, Accept, Idempotency-Key, Last-Event-ID')
      .header('Access-Control-Max-Age', '86400')
      .send(),
  )
}
