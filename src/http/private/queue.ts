/** Where the account's jobs are in the queue, for the page of a waiting visitor. */
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../parts.js'
import type { AccountQueueState } from './answers.js'
import { requireSession, sessionOf } from './guard.js'

export function queueRoutes(scope: FastifyInstance, { status }: Pick<HttpParts, 'status'>): void {
  scope.get(
    '/queue',
    { onRequest: requireSession },
    (request): Promise<AccountQueueState> => status.queueStateOf(sessionOf(request).accountId),
  )
}
