/** News of claims reach those who wait on another server, where the announcements do. */
import { expect, test } from 'vitest'
import { createLocalAnnouncements } from '../../src/announcements/local.js'
import { createClaimNews } from '../../src/service/images/claim-news.js'

const FOR_EVER = 2_000_000_000
const never = new AbortController().signal

test('whoever waits on one server is woken by what another one tells, and by nothing else', async () => {
  const announcements = createLocalAnnouncements()
  const [here, there] = [createClaimNews(announcements), createClaimNews(announcements)]
  const [mine, other] = [here.listen('key order 1')!, here.listen('key order 2')!]
  const woken: string[] = []
  const waiting = mine.next(FOR_EVER, never).then(() => woken.push('mine'))
  const stays = new AbortController()
  const otherWaits = other.next(FOR_EVER, stays.signal).then(
    () => woken.push('other'),
    () => {},
  )
  there.tell('key order 1')
  await waiting
  expect(woken).toEqual(['mine'])
  stays.abort()
  await otherWaits
  expect(woken).toEqual(['mine'])
})
