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

interface Preflight {
  readonly methods?: string
  /** Beside those that all requests may have. */
  readonly headers?: readonly string[]
}

/** Preflight requests need no key: browsers send them without one. */
export function answerPreflight(
  scope: FastifyInstance,
  path = '/*',
  { methods = 'GET, POST, OPTIONS', headers = ['X-Api-Key'] }: Preflight = {},
): void {
  scope.options(path, { schema: { hide: true } }, async (_request, reply) =>
    reply
      .code(204)
      .header('Access-Control-Allow-Methods', methods)
      .header('Access-Control-Allow-Headers', [...headers, 'Content-Type', 'Accept', 'Idempotency-Key'].join(', '))
      .header('Access-Control-Max-Age', '86400')
      .send(),
  )
}
