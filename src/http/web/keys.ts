/** API keys of the account, and the one that the playground uses. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { ApiKey } from '../../db/port.js'
import { AppError } from '../../errors.js'
import { createApiKey } from '../../service/api-keys.js'
import { newPlaygroundKey } from '../../service/sessions.js'
import type { HttpParts } from '../parts.js'
import { readBody } from './body.js'
import { requireSession, sessionOf } from './guard.js'

/** More than anybody needs, few enough to be listed at once. */
const KEYS_MOST = 100

const KeyBody = Type.Object({
  name: Type.String({
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]+$',
    maxLength: 60,
    description: 'a name of 1 to 60 characters',
  }),
})

export function keyRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { db, clock } = parts
  const signedIn = { onRequest: requireSession }

  scope.get('/keys', signedIn, async (request) => {
    const keys = await db.keys.listInForce(sessionOf(request).accountId)
    return { keys: keys.map((key) => describeKey(parts, key)) }
  })

  scope.post('/keys', signedIn, async (request, reply) => {
    const { name } = readBody(KeyBody, request)
    const { accountId } = sessionOf(request)
    if ((await db.keys.listInForce(accountId)).length >= KEYS_MOST) {
      const message = `An account has at most ${KEYS_MOST} keys; revoke one that is not needed any more`
      throw new AppError('conflict', message, { reason: 'too_many_keys' })
    }
    const { key, record } = await createApiKey(db.keys, clock, { accountId, name: name.trim() })
    return reply.code(201).send({ key, record: describeKey(parts, record) })
  })

  scope.delete<{ Params: { id: string } }>('/keys/:id', signedIn, async (request, reply) => {
    const key = await db.keys.find(request.params.id)
    if (key?.accountId !== sessionOf(request).accountId) throw new AppError('not_found', 'You have no such key')
    await db.keys.revoke(key.id)
    return reply.code(204).send()
  })

  scope.post('/playground-key', signedIn, async (request, reply) =>
    reply.code(201).send({ key: await newPlaygroundKey(parts, sessionOf(request)) }),
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
