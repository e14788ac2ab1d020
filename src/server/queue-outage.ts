/**
 * What is logged when Redis is away or full, on servers and workers alike, and when a worker takes no jobs from its
 * queue.
 */
import type { Logger } from 'pino'
import type { OutageListener, RedisTrouble } from '../redis/link.js'
import { isOutOfMemory } from '../redis/out-of-memory.js'

export const queueOutage = (log: Pick<Logger, 'error' | 'info'>): OutageListener => ({
  away: (reason, trouble) => log.error({ reason }, `${whatIsWrong(trouble)}: the queue is closed`),
  back: () => log.info('Redis answers again: the queue is open'),
})

export const limitsOutage = (log: Pick<Logger, 'error' | 'info'>): OutageListener => ({
  away: (reason, trouble) => log.error({ reason }, `${whatIsWrong(trouble)}: rate limits are not counted`),
  back: () => log.info('Redis answers again: rate limits are counted'),
})

const whatIsWrong = (trouble?: RedisTrouble): string =>
  trouble === 'full' ? 'Redis is full (raise its maxmemory, or find what fills it)' : 'Redis does not answer'

export const diskOutage = (log: Pick<Logger, 'error' | 'info'>): OutageListener => ({
  away: (reason) =>
    log.error({ reason }, 'pictures cannot be stored in DATA_DIR: jobs go back to the queue, and none are taken'),
  back: () => log.info('pictures can be stored in DATA_DIR again: jobs are taken'),
})

/**
 * Broken connections and a full Redis are reported as an outage, once; what is left says something about this worker and
 * its jobs. Redis's errors quote commands, and so jobs: only their messages are passed on.
 */
export const queueErrors =
  (log: Pick<Logger, 'warn'>) =>
  (error: unknown): void => {
    const { message: reason = String(error) } = error as { message?: string }
    if (!isConnectionLoss(error) && !isOutOfMemory(error)) {
      log.warn({ reason }, 'the queue could not be used as expected; it is tried again')
    }
  }

const CONNECTION_LOSS = /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)/
/** The Redis client has no codes for its own errors. */
const CONNECTION_WORDS = /^Connection is closed|^Stream isn't writeable|^Command timed out|^Socket timeout/

function isConnectionLoss(error: unknown): boolean {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  return CONNECTION_LOSS.test(code) || CONNECTION_WORDS.test(message)
}
