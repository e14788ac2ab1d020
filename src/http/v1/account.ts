/** GET /v1/account: what the account has left, and what the key of the call may do. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { AppError } from '../../base/errors.js'
import { SCOPES } from '../../base/scopes.js'
import { isUnlimited } from '../../service/accounts/unlimited.js'
import { rateOfAccount, rateOfKey } from '../../service/images/image-rate.js'
import { apiKeyOf } from '../auth.js'
import { named } from '../document/named-schemas.js'
import type { HttpParts } from '../parts.js'
import { answer, refusals, TAKES_NONE } from './answers.js'
import { keyRouteOptions } from './query.js'

const orNull = (schema: object) => Type.Unsafe<unknown>({ anyOf: [schema, { type: 'null' }] })

const Balance = named(
  'Balance',
  Type.Object({
    balance: Type.Integer({ description: 'Credits.' }),
    held: Type.Integer({ description: 'Credits that requests under way may be charged.' }),
    available: Type.Integer({ description: '`balance` less `held`.' }),
    unlimited: Type.Boolean({ description: 'Nothing is charged, whatever the balance.' }),
    rate_limit: Type.Object(
      { key: Type.Integer(), account: Type.Integer({ description: 'Of all its keys together.' }) },
      { description: 'Images per minute.' },
    ),
    key: Type.Object(
      {
        name: Type.String(),
        scopes: orNull({
          type: 'array',
          items: { type: 'string', enum: SCOPES },
          description: 'What it may be used for; null: everything.',
        }),
        expires_at: orNull({ type: 'string', format: 'date-time' }),
      },
      { description: 'The key of this call.' },
    ),
  }),
)

const EXAMPLE = {
  balance: 120,
  held: 2,
  available: 118,
  unlimited: false,
  rate_limit: { key: 40, account: 120 },
  key: { name: 'Web shop', scopes: ['remove', 'account'], expires_at: null },
}

export function accountRoute(scope: FastifyInstance, parts: Pick<HttpParts, 'keys' | 'accounts' | 'config'>): void {
  const schema = {
    tags: ['Account'],
    operationId: 'getBalance',
    summary: 'Balance and limits',
    description:
      'Of the account, and of the key of this call. Needs the scope `account`. Not counted against the rate.',
    response: {
      200: answer('As of now.', Balance, {}, { 'an account': EXAMPLE }),
      ...refusals([400, 401, 403, 500, 503], false, TAKES_NONE),
    },
  }
  scope.get('/account', keyRouteOptions(parts, schema, 'account'), async (request) => {
    const key = apiKeyOf(request)
    const account = await parts.accounts.find(key.accountId)
    if (!account) throw new AppError('unauthenticated', 'The API key is not valid') // it was deleted this moment
    const { balance, held } = account
    return {
      balance,
      held,
      available: balance - held,
      unlimited: isUnlimited(parts.config, account),
      rate_limit: { key: rateOfKey(key, account, parts.config), account: rateOfAccount(key, account, parts.config) },
      key: {
        name: key.name,
        scopes: key.scopes,
        expires_at: key.expiresAt === null ? null : new Date(key.expiresAt).toISOString(),
      },
    }
  })
}
