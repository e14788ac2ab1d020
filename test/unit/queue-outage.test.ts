/** What a machine of workers says about trouble with its queue. */
import { expect, test, vi } from 'vitest'
import { queueErrors } from '../../src/server/queue-outage.js'

const coded = (code: string): Error => Object.assign(new Error('connect'), { code })

test('connections that break are told of elsewhere; all else is logged as it is', () => {
  const warn = vi.fn()
  const tell = queueErrors({ warn })
  const words = ['Connection is closed.', "Socket timeout. Expecting data, but didn't receive any in 7000ms."]
  for (const loss of [coded('ECONNREFUSED'), coded('EPIPE'), ...words.map((text) => new Error(text))]) tell(loss)
  expect(warn).not.toHaveBeenCalled()
  const error = new Error('could not renew lock for job 1')
  tell(error)
  expect(warn).toHaveBeenCalledExactlyOnceWith({ err: error }, expect.stringContaining('queue'))
})
