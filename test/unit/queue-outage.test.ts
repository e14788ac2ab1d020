/** What a machine of workers says about trouble with its queue. */
import { expect, test, vi } from 'vitest'
import { queueErrors } from '../../src/server/queue-outage.js'

const coded = (code: string): Error => Object.assign(new Error('connect'), { code })

test('connections that break and a full Redis are told of elsewhere; of all else, the message is logged', () => {
  const warn = vi.fn()
  const tell = queueErrors({ warn })
  const full = "OOM command not allowed when used memory > 'maxmemory'. script: 1e9b, on @user_script:119."
  const words = ['Connection is closed.', "Socket timeout. Expecting data, but didn't receive any in 7000ms.", full]
  for (const loss of [coded('ECONNREFUSED'), coded('EPIPE'), ...words.map((text) => new Error(text))]) tell(loss)
  expect(warn).not.toHaveBeenCalled()
  const reason = 'could not renew lock for job 1'
  tell(Object.assign(new Error(reason), { command: { name: 'evalsha', args: ['what a client sent'] } }))
  expect(warn).toHaveBeenCalledExactlyOnceWith({ reason }, expect.stringContaining('queue'))
})
