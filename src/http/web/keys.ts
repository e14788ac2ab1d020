/** API keys of the account, and the one that the playground uses. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { ApiKey } from '../../service/key-ring.js'
import type { HttpParts } from '../parts.js'
import { readBody } from './body.js'
import { requireSession, sessionOf } from './guard.js'

const KeyBody = Type.Object({
  name: Type.String({
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]+$',
    maxLength: 60,
    description: 'a name of 1 to 60 characters',
  }),
})

export function keyRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { keys, sessions } = parts
  const signedIn = { onRequest: requireSession }

  scope.get('/keys', signedIn, async (request) => {
    const active = await keys.listActive(sessionOf(request).accountId)
    return { keys: active.map((key) => describeKey(parts, key)) }
  })

  scope.post('/keys', signedIn, async (request, reply) => {
    const { name } = readBody(KeyBody, request)
    const { key, record } = await keys.create(sessionOf(request).accountId, name.trim())
    return reply.code(201).send({ key, record: describeKey(parts, record) })
  })

  scope.delete<{ Params: { id: string } }>('/keys/:id', signedIn, async (request, reply) => {
    await keys.revoke(sessionOf(request).accountId, request.params.id)
    return reply.code(204).send()
  })

  scope.post('/playground-key', signedIn, async (request, reply) =>
    reply.code(201).send({ key: await sessions.newPlaygroundKey(sessionOf(request)) }),
  )
}

export const describeKey = ({ config }: Pick<HttpParts, 'config'>, key: ApiKey) => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  rateLimit: key.rateLimit ?? config.rateLimitPerMinute,
  ownLimit: key.rateLimit !== null,
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt,
  playground: key.sessionId !== null,
})
