/** The key is checked before the body is read: a client without one cannot make the server receive anything. */
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Scope } from '../base/scopes.js'
import type { CallersKey } from '../service/accounts/key-ring.js'
import { requireScope } from '../service/accounts/scopes.js'
import type { HttpParts } from './parts.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that need a key, once its account is known. */
    apiKey?: CallersKey
  }
}

/** Where a dialect carries the key; undefined where there is none. */
export type KeyIn = (request: FastifyRequest) => string | undefined

export const keyInHeader: KeyIn = ({ headers }) => {
  const header = headers['x-api-key']
  return typeof header === 'string' ? header.trim() : undefined
}

/** Where a scope is named, the key must have it. */
export function requireApiKey(
  { keys }: Pick<HttpParts, 'keys'>,
  scope?: Scope,
  keyIn: KeyIn = keyInHeader,
): onRequestAsyncHookHandler {
  return async (request) => {
    const key = await keys.authenticate(keyIn(request), {
      address: request.ip,
      onKnown: (known) => {
        request.apiKey = known
      },
    })
    if (scope) requireScope(key, scope)
  }
}

export function apiKeyOf(request: FastifyRequest): CallersKey {
  if (!request.apiKey) throw new Error('This route was registered without requireApiKey')
  return request.apiKey
}
