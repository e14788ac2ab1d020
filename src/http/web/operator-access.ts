/** For people who cannot get into their account any more: a link to a new password, and an end to the second factor. */
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../parts.js'
import { requireOperator } from './guard.js'
import { actsOf } from './operator-accounts.js'

interface ById {
  Params: { id: string }
}

export function operatorAccessRoutes(scope: FastifyInstance, parts: HttpParts): void {
  const { addresses } = parts
  const operator = { onRequest: requireOperator(parts) }

  scope.post<ById>('/operator/accounts/:id/reset-link', operator, async (request, reply) =>
    reply.code(201).send(await (await actsOf(parts, request)).createResetLink(request.params.id, addresses.base())),
  )

  scope.post<ById>('/operator/accounts/:id/reset-two-factor', operator, async (request) => ({
    wasOn: await (await actsOf(parts, request)).resetTwoFactor(request.params.id),
  }))
}
