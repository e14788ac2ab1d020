/** For owners who are locked out of their account: a link to set a new password, and turning off the second factor. */
import type { FastifyInstance } from 'fastify'
import type { HttpParts } from '../parts.js'
import type { ById } from './body.js'
import { requireOperator } from './guard.js'
import { actsOf, type OperatorParts } from './operator-accounts.js'

export function operatorAccessRoutes(
  scope: FastifyInstance,
  parts: OperatorParts & Pick<HttpParts, 'addresses'>,
): void {
  const { addresses } = parts
  const operator = { onRequest: requireOperator(parts) }

  scope.post<ById>('/operator/accounts/:id/reset-link', operator, async (request, reply) =>
    reply.code(201).send(await (await actsOf(parts, request)).createResetLink(request.params.id, addresses.base())),
  )

  scope.post<ById>('/operator/accounts/:id/reset-two-factor', operator, async (request) => ({
    wasOn: await (await actsOf(parts, request)).resetTwoFactor(request.params.id),
  }))
}
