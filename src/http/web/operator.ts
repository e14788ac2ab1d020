/** For operators: how the server is doing, and what can be done for an account. For others these routes do not exist. */
import type { FastifyInstance } from 'fastify'
import { Type } from 'typebox'
import type { AccountSummary } from '../../db/port.js'
import { AppError } from '../../errors.js'
import { version } from '../../version.js'
import type { HttpParts } from '../parts.js'
import { readBody } from './body.js'
import { requireOperator } from './guard.js'
import { describeKey } from './keys.js'
import { queryText, readPage } from './paging.js'
import { describeEntry } from './use.js'

const DAY_MS = 24 * 3_600_000
const PAGE = 50
const LATEST_ENTRIES = 20
const MOST = 1_000_000

interface ById {
  Params: { id: string }
}

const CreditsBody = Type.Object({
  amount: Type.Integer({ minimum: 1, maximum: MOST, description: `a whole number from 1 to ${MOST}` }),
})
const RateLimitBody = Type.Object({
  rateLimit: Type.Union([Type.Integer({ minimum: 1, maximum: MOST }), Type.Null()], {
    description: `a whole number from 1 to ${MOST}, or null for the default`,
  }),
})

export function operatorRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { db, engine, config, clock, metrics } = parts
  const operator = { onRequest: requireOperator(parts) }

  scope.get('/operator/overview', operator, async () => {
    const { workers, waiting, workerMemoryBytes } = engine.state()
    const { images, credits } = await db.use.totalSince(clock() - DAY_MS)
    return {
      accounts: await db.accounts.count(),
      keys: await db.keys.count(),
      images24h: images,
      credits24h: credits,
      queue: { waiting, size: config.engine.queueSize },
      workers: { ...workers, memoryBytes: workerMemoryBytes },
      errorsSinceStart: metrics.failures(),
      storage: await db.results.totals(),
      oldestResultAt: (await db.results.oldestCreatedAt()) ?? null,
      uptimeMs: Math.round(process.uptime() * 1000),
      version,
    }
  })

  scope.get('/operator/accounts', operator, async (request) => {
    const search = (queryText(request, 'search') ?? '')
      .replaceAll(/\p{Cc}/gu, '')
      .trim()
      .toLowerCase()
      .slice(0, 254)
    const { items, next } = await readPage(request, PAGE, (page) => db.accounts.page(search, page))
    return { accounts: items, next }
  })

  scope.get<ById>('/operator/accounts/:id', operator, async (request) => {
    const account = await accountWith(request.params.id)
    const keys = await db.keys.listInForce(account.id)
    const entries = await db.ledger.page(account.id, { limit: LATEST_ENTRIES })
    return { account, keys: keys.map((key) => describeKey(parts, key)), entries: entries.map(describeEntry) }
  })

  scope.post<ById>('/operator/accounts/:id/credits', operator, async (request) => {
    const { amount } = readBody(CreditsBody, request)
    const { id } = await accountWith(request.params.id)
    await db.ledger.grant(id, amount)
    return { balance: (await accountWith(id)).balance }
  })

  scope.put<ById>('/operator/keys/:id/rate-limit', operator, async (request) => {
    const { rateLimit } = readBody(RateLimitBody, request)
    await db.keys.setRateLimit(request.params.id, rateLimit)
    const key = await db.keys.find(request.params.id)
    if (!key) throw new AppError('not_found', 'There is no such key in force')
    return describeKey(parts, key)
  })

  const accountWith = async (id: string): Promise<AccountSummary> => {
    const account = await db.accounts.summarise(id)
    if (!account) throw new AppError('not_found', 'There is no such account')
    return account
  }
}
