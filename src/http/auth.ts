/** The key is checked before the body is read: without one nobody can make the server receive anything. */
import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify'
import type { Scope } from '../scopes.js'
import type { ApiKey } from '../service/key-ring.js'
import { requireScope } from '../service/scopes.js'
import type { HttpParts } from './parts.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set on routes that need a key, once it is known whose it is. */
    apiKey?: ApiKey
  }
}

/** And it may be used for this, where a scope is named. */
export function requireApiKey({ keys }: Pick<HttpParts, 'keys'>, scope?: Scope): onRequestAsyncHookHandler {
  return async (request) => {
    const header = request.headers['x-api-key']
    const key = await keys.authenticate(typeof header === 'string' ? header.trim() : undefined, {
      address: request.ip,
      onKnown: (known) => {
        request.apiKey = known
      },
    })
    if (scope) requireScope(key, scope)
  }
}

export function apiKeyOf(request: FastifyRequest): ApiKey {
  if (!request.apiKey) throw new Error('This route was registered without requireApiKey')
  return request.apiKey
}
