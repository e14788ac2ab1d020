/** The limits of the five gates, as they follow from the settings. */
import { expect, test } from 'vitest'
import { loadConfig } from '../../src/config/load.js'
import { gatesOf } from '../../src/service/images/gates.js'

test('every gate has its limits from the settings', () => {
  const settings = { MAX_DOWNLOADS: '10', RATE_LIMIT_PER_MINUTE: '7', QUEUE_SIZE: '9', MAX_WAIT_SECONDS: '12' }
  const config = loadConfig({ DATA_DIR: 'data', ...settings })
  expect(gatesOf(config)).toEqual({
    uploads: config.uploads,
    rate: { rateLimitPerMinute: 7, accountRateLimit: config.accountRateLimit },
    downloads: { atOnce: 10, perAccount: 3, longestMs: 15_000 },
    queue: { queueSize: 9, leftToOthers: 0.25, maxWaitMs: 12_000, admittedShareOfWait: 0.75 },
  })
})
