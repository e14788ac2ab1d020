/** How much of the rate is left, on every answer of an image request that was counted, refusals included. */
import type { FastifyReply } from 'fastify'
import type { RateState } from '../service/images/admission.js'

export function setRateHeaders(reply: FastifyReply, { limit, remaining, resetSeconds }: RateState): void {
  reply.header('X-RateLimit-Limit', String(limit))
  reply.header('X-RateLimit-Remaining', String(remaining))
  reply.header('X-RateLimit-Reset', String(resetSeconds))
}
