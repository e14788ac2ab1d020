/** How the account's jobs stand in the queue: what the page tells somebody who waits. */
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../parts.js'
import { requireSession, sessionOf } from './guard.js'

export function queueRoutes(scope: FastifyInstance, { status }: HttpParts): void {
  scope.get('/queue', { onRequest: requireSession }, (request) => status.standingOf(sessionOf(request).accountId))
}
