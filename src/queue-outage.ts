/** What is logged when the queue in Redis is away, on servers and workers alike. */
import type { Logger } from 'pino'
import type { OutageListener } from './redis/link.js'

export const queueOutage = (log: Pick<Logger, 'error' | 'info'>): OutageListener => ({
  away: (reason) => log.error({ reason }, 'Redis does not answer: the queue is closed'),
  back: () => log.info('Redis answers again: the queue is open'),
})
