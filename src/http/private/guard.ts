/**
 * Who is asking, and is it really our page? In this order: requests from another site's page are refused; the session is
 * looked up; routes check who may use them; then every change needs the token that only our page can read.
 */
import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import { AppError } from '../../base/errors.js'
import type { Account } from '../../service/accounts/account-access.js'
import type { Session } from '../../service/accounts/sessions.js'
import { noSuchRoute } from '../dialect.js'
import type { HttpParts } from '../parts.js'
import { isSameSecret } from '../same-secret.js'
import type { Cookies } from './cookies.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set under /web while the visitor is signed in. */
    webSession?: Session
  }
}

const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

export function guardRequests(
  scope: FastifyInstance,
  parts: Pick<HttpParts, 'sessions' | 'addresses'>,
  cookies: Cookies,
): void {
  scope.addHook('onRequest', async (request) => {
    if (!SAFE_METHODS.has(request.method) && isForeign(request, parts)) throw notOurPage()
    const token = cookies.sessionToken(request)
    const session = token && (await parts.sessions.find(token))
    if (session) request.webSession = session
  })
  // After all onRequest hooks, those of single routes included, and before the body is read.
  scope.addHook('preParsing', async (request) => {
    if (SAFE_METHODS.has(request.method)) return
    const expected = request.webSession?.csrf ?? cookies.visitorCsrf(request)
    if (!isSameSecret(request.headers['x-csrf-token'], expected)) throw notOurPage()
  })
}

export const requireSession: onRequestAsyncHookHandler = async (request) => {
  sessionOf(request)
}

/** For all other visitors these routes do not exist. */
export function requireOperator({ accounts }: Pick<HttpParts, 'accounts'>): onRequestAsyncHookHandler {
  return async (request) => {
    const account = request.webSession && (await accounts.find(request.webSession.accountId))
    if (!account?.operator) throw noSuchRoute(request)
  }
}

export function sessionOf(request: FastifyRequest): Session {
  if (!request.webSession) throw signedOut()
  return request.webSession
}

export async function accountOf({ accounts }: Pick<HttpParts, 'accounts'>, request: FastifyRequest): Promise<Account> {
  const account = await accounts.find(sessionOf(request).accountId)
  if (!account || account.suspendedAt !== null) throw signedOut()
  return account
}

const signedOut = (): AppError => new AppError('unauthenticated', 'You are signed out; sign in again')

const notOurPage = (): AppError =>
  new AppError('forbidden', 'This request did not come from the account page; reload the page', { reason: 'csrf' })

/** Browsers say where a request comes from; other programs do not, and have no cookies to abuse. */
function isForeign({ headers, host }: FastifyRequest, { addresses }: Pick<HttpParts, 'addresses'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  const { origin } = headers
  const own = new URL(addresses.base())
  if (origin === undefined || origin === own.origin) return false
  // The page may have been opened at another address of this server, which then is its origin.
  return !URL.canParse(origin) || new URL(origin).host !== host || host === own.host
}
