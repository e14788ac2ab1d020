/** What was spent on what. */
import type { FastifyInstance } from 'fastify'
import type { LedgerLine } from '../../db/port.js'
import { useByDay } from '../../service/use-by-day.js'
import type { HttpParts } from '../parts.js'
import { accountOf, requireSession, sessionOf } from './guard.js'
import { readPage } from './paging.js'

const PAGE = 50

export function useRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { db, clock } = parts
  const signedIn = { onRequest: requireSession }

  scope.get('/usage', signedIn, async (request) => {
    const { id, balance, held } = await accountOf(parts, request)
    return { balance, available: balance - held, days: await useByDay(db.use, clock, id) }
  })

  scope.get('/ledger', signedIn, async (request) => {
    const { accountId } = sessionOf(request)
    const { items, next } = await readPage(request, PAGE, (page) => db.ledger.page(accountId, page))
    return { entries: items.map(describeEntry), next }
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
