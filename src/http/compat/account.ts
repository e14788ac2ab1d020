/**
 * GET /v1.0/account: exactly these keys, because existing clients read them strictly. They expect numbers, so an unlimited
 * account has a very large one.
 */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { UNLIMITED_CREDITS } from '../../catalog/prices.js'
import { isUnlimited } from '../../service/accounts/unlimited.js'
import { apiKeyOf, requireApiKey } from '../auth.js'
import { COMMON } from '../document/headers.js'
import { named } from '../document/named-schemas.js'
import type { HttpParts } from '../parts.js'
import { compatRefusals } from './answers.js'

const Account = named(
  'Account',
  Type.Object({
    data: Type.Object({
      attributes: Type.Object({
        credits: Type.Object({
          total: Type.Integer(),
          subscription: Type.Integer(),
          payg: Type.Integer(),
          enterprise: Type.Integer(),
        }),
        api: Type.Object({ free_calls: Type.Integer(), sizes: Type.String() }),
      }),
    }),
  }),
)

export function accountRoute(scope: FastifyInstance, parts: Pick<HttpParts, 'keys' | 'accounts' | 'config'>): void {
  const schema = {
    tags: ['Compatible with remove.bg'],
    operationId: 'getAccount',
    summary: 'Credit balance',
    description: `Not counted against the rate. For an unlimited account \`total\` and \`payg\` are ${UNLIMITED_CREDITS}.`,
    response: {
      200: {
        description: 'The balance of the account that the key belongs to.',
        headers: COMMON,
        content: { 'application/json': { schema: Account } },
      },
      ...compatRefusals([403, 500, 503]),
    },
    security: [{ apiKey: [] }],
  }
  scope.get('/account', { schema, onRequest: requireApiKey(parts, 'account') }, async (request) => {
    const key = apiKeyOf(request)
    const account = await parts.accounts.find(key.accountId)
    const balance = isUnlimited(parts.config, key.account) ? UNLIMITED_CREDITS : (account?.balance ?? 0)
    return {
      data: {
        attributes: {
          credits: { total: balance, subscription: 0, payg: balance, enterprise: 0 },
          api: { free_calls: 0, sizes: 'all' },
        },
      },
    }
  })
}
