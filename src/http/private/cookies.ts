/**
 * The two cookies of the account page, both signed, out of reach of scripts and never sent from other sites: one carries
 * a session, the other marks a visitor who is not signed in, so that the sign-in form can be tied to their browser.
 */
import { createHmac, randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_LIFE_MS } from '../../service/accounts/sessions.js'
import type { HttpParts } from '../parts.js'

const SESSION = 'silhouette_session'
const VISITOR = 'silhouette_visitor'

export interface Cookies {
  /** The token of the session that the browser claims to have. */
  sessionToken(request: FastifyRequest): string | undefined
  setSession(reply: FastifyReply, token: string): void
  clearSession(reply: FastifyReply): void
  /** The token a visitor must send to sign in or up; undefined when the browser sent no cookie of ours. */
  visitorCsrf(request: FastifyRequest): string | undefined
  /** The same, after giving the browser a cookie if it has none. */
  greetVisitor(request: FastifyRequest, reply: FastifyReply): string
}

export function createCookies(secret: string, { addresses }: Pick<HttpParts, 'addresses'>): Cookies {
  const options = () => ({
    path: '/web',
    httpOnly: true,
    sameSite: 'strict' as const,
    secure: addresses.base().startsWith('https:'),
    signed: true,
  })
  const read = (request: FastifyRequest, name: string): string | undefined => {
    const cookie = request.cookies[name]
    return (cookie && request.unsignCookie(cookie).value) || undefined
  }
  const csrfOf = (visitor: string): string =>
    createHmac('sha256', secret).update(`visitor ${visitor}`).digest('base64url')

  return {
    sessionToken: (request) => read(request, SESSION),
    setSession: (reply, token) => {
      reply.setCookie(SESSION, token, { ...options(), maxAge: SESSION_LIFE_MS.max / 1000 })
    },
    clearSession: (reply) => {
      reply.clearCookie(SESSION, { ...options(), signed: false })
    },
    visitorCsrf: (request) => {
      const visitor = read(request, VISITOR)
      return visitor && csrfOf(visitor)
    },
    greetVisitor: (request, reply) => {
      const known = read(request, VISITOR)
      const visitor = known ?? randomBytes(32).toString('base64url')
      if (!known) reply.setCookie(VISITOR, visitor, options())
      return csrfOf(visitor)
    },
  }
}
