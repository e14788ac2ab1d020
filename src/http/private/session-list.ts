/** Where the account is signed in, and signing out there. */
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../parts.js'
import type { SignedIn } from './answers.js'
import { requireSession, sessionOf } from './guard.js'

export function sessionListRoutes(scope: FastifyInstance, { sessions }: Pick<HttpParts, 'sessions'>): void {
  const signedIn = { onRequest: requireSession }

  scope.get('/sessions', signedIn, async (request) => {
    const current = sessionOf(request)
    const all = await sessions.list(current.accountId)
    const listed: SignedIn[] = all.map(({ id, browser, system, createdAt, lastSeenAt }) => ({
      id, // a hash: it does not give away the token that the browser keeps
      browser,
      system,
      createdAt,
      lastSeenAt,
      current: id === current.id,
    }))
    return { sessions: listed }
  })

  scope.delete<{ Params: { id: string } }>('/sessions/:id', signedIn, async (request, reply) => {
    await sessions.endOwn(sessionOf(request).accountId, request.params.id)
    return reply.code(204).send()
  })

  scope.post('/sessions/end-others', signedIn, async (request, reply) => {
    const { accountId, id } = sessionOf(request)
    await sessions.endAllOf(accountId, id)
    return reply.code(204).send()
  })
}
