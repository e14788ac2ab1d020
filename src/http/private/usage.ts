/** What the account spent, and on what. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { DayRange, LedgerLine } from '../../service/accounts/history.js'
import { bookmarkText, pageRequestOf, queryText } from '../paging.js'
import type { HttpParts } from '../parts.js'
import type { LedgerEntry, UsageReport } from './answers.js'
import { sendCsv } from './csv.js'
import { describeBalance } from './entry.js'
import { accountOf, requireSession, sessionOf } from './guard.js'

const PAGE = 50

export function usageRoutes(scope: FastifyInstance, parts: Pick<HttpParts, 'accounts' | 'history' | 'config'>): void {
  const { history } = parts
  const signedIn = { onRequest: requireSession }

  scope.get('/usage', signedIn, async (request): Promise<UsageReport> => {
    const account = await accountOf(parts, request)
    return { ...describeBalance(parts.config, account), ...(await history.usage(account.id, rangeOf(request))) }
  })

  scope.get('/usage.csv', signedIn, async (request, reply) => {
    const { accountId } = sessionOf(request)
    const usage = await history.usageByDayAndOperation(accountId, rangeOf(request))
    const rows = usage.map(({ day, operation, images, credits }) => [day, operation ?? 'free', images, credits])
    return sendCsv(reply, 'usage', ['day', 'operation', 'images', 'credits'], rows)
  })

  scope.get('/ledger', signedIn, async (request) => {
    const { accountId } = sessionOf(request)
    const { items, next } = await history.ledger(accountId, pageRequestOf(request, PAGE))
    return { entries: items.map(describeEntry), next: bookmarkText(next) }
  })
}

const rangeOf = (request: FastifyRequest): DayRange => ({
  from: queryText(request, 'from'),
  to: queryText(request, 'to'),
})

/** As its owner sees it. */
export const describeEntry = (line: LedgerLine): LedgerEntry => ({
  id: line.id,
  at: line.createdAt,
  kind: line.reason,
  operation: line.operation,
  keyName: line.keyName,
  keyPrefix: line.keyPrefix,
  amount: line.amount,
  resultId: line.resultId,
  note: line.note && !line.note.internal ? line.note.text : null,
})
