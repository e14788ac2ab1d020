/**
 * Rate, then overload: both are refused before a credit is touched. A place that could not be had gives the unit of
 * the rate back.
 */
import type { FastifyReply } from 'fastify'
import type { ApiKey } from '../db/port.js'
import type { Place } from '../engine/port.js'
import { AppError } from '../errors.js'
import type { RateState } from '../ratelimit/port.js'
import type { HttpParts } from './parts.js'

export async function admit(parts: HttpParts, key: ApiKey, reply: FastifyReply): Promise<Place> {
  const { rateLimiter, engine, clock, config } = parts
  const rate = await rateLimiter.take(key.id, key.rateLimit ?? config.rateLimitPerMinute)
  setRateHeaders(reply, rate)
  if (!rate.allowed) {
    const retryAfterSeconds = Math.max(1, rate.resetSeconds - Math.floor(clock() / 1000))
    const message = `${rate.limit} images per minute; retry in ${retryAfterSeconds} seconds`
    throw new AppError('throttled', message, { retryAfterSeconds })
  }
  try {
    return engine.admit()
  } catch (error) {
    setRateHeaders(reply, await rateLimiter.giveBack(key.id, rate))
    throw error
  }
}

function setRateHeaders(reply: FastifyReply, rate: RateState): void {
  reply.header('X-RateLimit-Limit', String(rate.limit))
  reply.header('X-RateLimit-Remaining', String(rate.remaining))
  reply.header('X-RateLimit-Reset', String(rate.resetSeconds))
}
