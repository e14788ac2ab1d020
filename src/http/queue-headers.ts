/** What to expect at the moment of admission: how many jobs are ahead, and how long the answer will take. */
import type { FastifyReply } from 'fastify'
import type { Forecast } from '../service/images/admission.js'

export function setQueueHeaders(reply: FastifyReply, { ahead, waitMs, workMs }: Forecast): void {
  reply.header('X-Queue-Ahead', String(ahead))
  reply.header('X-Queue-Expected-Seconds', String(Math.ceil((waitMs + workMs) / 1000)))
}
