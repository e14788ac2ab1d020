/** For operators: how the server is doing, and what can be done for an account. For others these routes do not exist. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import { thisProcess } from '../../this-process.js'
import type { HttpParts } from '../parts.js'
import { readBody } from './body.js'
import { requireOperator } from './guard.js'
import { describeKey } from './keys.js'
import { bookmarkText, pageRequestOf, queryText } from './paging.js'
import { describeEntry } from './usage.js'

const PAGE = 50
const MAX = 1_000_000

interface ById {
  Params: { id: string }
}

const CreditsBody = Type.Object({
  amount: Type.Integer({ minimum: 1, maximum: MAX, description: `a whole number from 1 to ${MAX}` }),
})
const RateLimitBody = Type.Object({
  rateLimit: Type.Union([Type.Integer({ minimum: 1, maximum: MAX }), Type.Null()], {
    description: `a whole number from 1 to ${MAX}, or null for the default`,
  }),
})

export function operatorRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { operations, status, config, metrics } = parts
  const operator = { onRequest: requireOperator(parts) }

  scope.get('/operator/overview', operator, async () => {
    const { workers, waiting, workerMemoryBytes, members = [] } = await status.engine()
    return {
      shared: status.shared,
      ...(await status.totals()),
      queue: { waiting, size: config.engine.queueSize },
      workers: { ...workers, memoryBytes: workerMemoryBytes },
      server: {
        ...thisProcess,
        errorsSinceStart: metrics.failures(),
        uptimeMs: Math.round(process.uptime() * 1000),
        memoryBytes: process.memoryUsage.rss(),
      },
      members,
    }
  })

  scope.get('/operator/accounts', operator, async (request) => {
    const search = (queryText(request, 'search') ?? '')
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .toLowerCase()
      .slice(0, 254)
    const { items, next } = await operations.listAccounts(search, pageRequestOf(request, PAGE))
    return { accounts: items, next: bookmarkText(next) }
  })

  scope.get<ById>('/operator/accounts/:id', operator, async (request) => {
    const { account, keys, entries } = await operations.showAccount(request.params.id)
    return { account, keys: keys.map((key) => describeKey(parts, key)), entries: entries.map(describeEntry) }
  })

  scope.post<ById>('/operator/accounts/:id/credits', operator, async (request) => {
    const { amount } = readBody(CreditsBody, request)
    return { balance: await operations.grantCredits(request.params.id, amount) }
  })

  scope.put<ById>('/operator/keys/:id/rate-limit', operator, async (request) => {
    const { rateLimit } = readBody(RateLimitBody, request)
    return describeKey(parts, await operations.setRateLimit(request.params.id, rateLimit))
  })
}
