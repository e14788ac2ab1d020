import { createMemoryRateLimiter } from '../../src/ratelimit/memory.js'
import { rateLimiterContract } from './rate-limiter.js'

rateLimiterContract('Memory', async (clock) => createMemoryRateLimiter(clock))
