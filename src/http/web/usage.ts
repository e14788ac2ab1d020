/** What the account spent, and on what. */
import type { FastifyInstance } from 'fastify'
import type { LedgerLine } from '../../service/history.js'
import type { HttpParts } from '../parts.js'
import { accountOf, requireSession, sessionOf } from './guard.js'
import { bookmarkText, pageRequestOf } from './paging.js'

const PAGE = 50

export function usageRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { history } = parts
  const signedIn = { onRequest: requireSession }

  scope.get('/usage', signedIn, async (request) => {
    const { id, balance, held } = await accountOf(parts, request)
    return { balance, available: balance - held, days: await history.usageByDay(id) }
  })

  scope.get('/ledger', signedIn, async (request) => {
    const { accountId } = sessionOf(request)
    const { items, next } = await history.ledger(accountId, pageRequestOf(request, PAGE))
    return { entries: items.map(describeEntry), next: bookmarkText(next) }
  })
}

export const describeEntry = (line: LedgerLine) => ({
  id: line.id,
  at: line.createdAt,
  kind: line.reason,
  operation: line.operation,
  keyName: line.keyName,
  keyPrefix: line.keyPrefix,
  amount: line.amount,
  resultId: line.resultId,
})
