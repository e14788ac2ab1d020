/** API keys of the account, and the one that the playground uses. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { SCOPES, type Scope } from '../../base/scopes.js'
import type { ApiKey, OwnKeyTerms } from '../../service/accounts/key-ring.js'
import { rateOfKey } from '../../service/images/image-rate.js'
import type { HttpParts } from '../parts.js'
import type { AccountSummary, KeyRecord, OwnKey } from './answers.js'
import { type ById, readBody } from './body.js'
import { accountOf, requireSession, sessionOf } from './guard.js'

const KeyBody = Type.Object({
  name: Type.String({
    pattern: '^(?=.*\\S)[^\\u0000-\\u001f\\u007f]+$',
    maxLength: 60,
    description: 'a name of 1 to 60 characters',
  }),
  expiresAt: Type.Optional(
    Type.Union([Type.Integer({ minimum: 0, maximum: 8.64e15 }), Type.Null()], {
      description: 'a time in the future, in Unix milliseconds, or null for a key that does not expire',
    }),
  ),
  scopes: Type.Optional(
    Type.Union([Type.Array(Type.Enum(SCOPES), { minItems: 1 }), Type.Null()], {
      description: `a list of ${SCOPES.join(', ')}, or null for all of them`,
    }),
  ),
})

function termsIn(request: FastifyRequest): OwnKeyTerms {
  const { name, expiresAt = null, scopes = null } = readBody(KeyBody, request)
  return { name: name.trim(), expiresAt, scopes: scopes && SCOPES.filter((scope) => scopes.includes(scope)) }
}

export function keyRoutes(
  scope: FastifyInstance,
  parts: Pick<HttpParts, 'keys' | 'sessions' | 'config' | 'accounts'>,
): void {
  const { keys, sessions } = parts
  const signedIn = { onRequest: requireSession }

  scope.get('/keys', signedIn, async (request) => {
    const account = await accountOf(parts, request)
    const active = await keys.listActive(account.id)
    return { keys: active.map((key) => describeOwnKey(parts, key, account)) }
  })

  scope.post('/keys', signedIn, async (request, reply) => {
    const account = await accountOf(parts, request)
    const { key, record } = await keys.create(account.id, termsIn(request))
    return reply.code(201).send({ key, record: describeOwnKey(parts, record, account) })
  })

  scope.put<ById>('/keys/:id', signedIn, async (request) => {
    const account = await accountOf(parts, request)
    const { id } = await keys.find(account.id, request.params.id)
    return describeOwnKey(parts, await keys.change(account.id, id, termsIn(request)), account)
  })

  scope.delete<ById>('/keys/:id', signedIn, async (request, reply) => {
    await keys.revoke(sessionOf(request).accountId, request.params.id)
    return reply.code(204).send()
  })

  scope.post('/playground-key', signedIn, async (request, reply) =>
    reply.code(201).send({ key: await sessions.newPlaygroundKey(sessionOf(request)) }),
  )
}

type Limits = Pick<AccountSummary, 'rateLimit'>

export const describeKey = ({ config }: Pick<HttpParts, 'config'>, key: ApiKey, account: Limits): KeyRecord => ({
  id: key.id,
  name: key.name,
  prefix: key.prefix,
  rateLimit: rateOfKey(key, account, config),
  ownLimit: key.rateLimit !== null,
  createdAt: key.createdAt,
  lastUsedAt: key.lastUsedAt,
  expiresAt: key.expiresAt,
  scopes: key.scopes as readonly Scope[] | null, // no others are ever stored
  playground: key.sessionId !== null,
})

/** Where a key was used from is shown to its owner only. */
const describeOwnKey = (parts: Pick<HttpParts, 'config'>, key: ApiKey, account: Limits): OwnKey => ({
  ...describeKey(parts, key, account),
  lastAddress: key.lastAddress,
})
