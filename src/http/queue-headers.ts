/** What was to be expected when the request was admitted: how many went first, and when the answer would be there. */
import type { FastifyReply } from 'fastify'
import type { Forecast } from '../service/admission.js'

export function setQueueHeaders(reply: FastifyReply, { ahead, waitMs, workMs }: Forecast): void {
  reply.header('X-Queue-Ahead', String(ahead))
  reply.header('X-Queue-Expected-Seconds', String(Math.ceil((waitMs + workMs) / 1000)))
}
