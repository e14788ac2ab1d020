/**
 * What browsers are told about our pages: load nothing from elsewhere, run no inline script or style, allow no frame.
 *
 * By hand: @fastify/helmet would have to be told to leave out half of its headers (HSTS and https upgrades break
 * plain-HTTP installs), and our policy names addresses that are known only once the server listens.
 */
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../parts.js'

const COMMON = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
}

const permissions = (camera: '()' | '(self)'): Record<string, string> => ({
  'Permissions-Policy': `camera=${camera}, geolocation=(), microphone=(), payment=(), usb=()`,
})

/** For data: browsers must not render anything in it. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export function protectData(scope: FastifyInstance): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      ...COMMON,
      ...permissions('()'),
      'Content-Security-Policy': DATA_POLICY,
      'Cache-Control': 'no-store',
    })
  })
}

export function protectPages(scope: FastifyInstance, parts: Pick<HttpParts, 'addresses'>): void {
  scope.addHook('onRequest', async (_request, reply) => {
    reply.headers(pageHeaders(parts))
  })
}

export const pageHeaders = ({ addresses }: Pick<HttpParts, 'addresses'>) => ({
  ...COMMON,
  // On every page, because the playground is reached without loading another document.
  ...permissions('(self)'),
  'Content-Security-Policy': pagePolicy(addresses),
})

/** Results and the API may have their own addresses, known once the server listens. */
function pagePolicy({ base, cdn }: HttpParts['addresses']): string {
  const own = [...new Set([base(), cdn()].map((address) => new URL(address).origin))].join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "manifest-src 'self'",
    `img-src 'self' blob: data: ${own}`,
    `connect-src 'self' ${own}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
