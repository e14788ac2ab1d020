/** Jobs as the account page shows them. How they are worked through is shown in http/jobs. */
import { expect, test } from 'vitest'
import { json, useApp } from './app.js'
import { type Browser, errorOf, signedIn } from './browser.js'

const app = useApp()

interface Job {
  readonly id: string
  readonly state: string
  readonly counts: Record<string, number>
}
interface Whole {
  readonly job: Job
  readonly items: readonly { readonly position: number }[]
  readonly next: number | null
}

const addresses = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `http://${app.originHost}/${index + 1}.png`)

async function newJob({ accountId }: { accountId: string }, image_urls: string[]): Promise<string> {
  const body = json({ operation: 'remove', size: 'full', image_urls })
  return (await (await app.key(accountId)).post(body, {}, '/v1/jobs')).json<Job>().id
}
const listOf = async (browser: Browser, query = ''): Promise<{ jobs: Job[]; next: string | null }> =>
  (await browser.get(`/web/jobs${query}`)).json()
const read = async (browser: Browser, id: string, query = ''): Promise<Whole> =>
  (await browser.get(`/web/jobs/${id}${query}`)).json()

test('are listed newest first, a page at a time, and only those of the account', async () => {
  const browser = await signedIn(app)
  const made = [await newJob(browser, addresses(1))]
  app.now += 1
  made.unshift(await newJob(browser, addresses(2)))
  await newJob(await signedIn(app), addresses(1))
  const { jobs, next } = await listOf(browser, '?limit=1')
  expect(jobs).toEqual([
    {
      id: made[0],
      operation: 'remove',
      state: 'waiting',
      total: 2,
      counts: { waiting: 2, running: 0, finished: 0, failed: 0, cancelled: 0 },
      createdAt: app.now,
      finishedAt: null,
      expiresAt: null,
      expectedEnd: null,
    },
  ])
  const rest = await listOf(browser, `?before=${next}`)
  expect(rest).toMatchObject({ jobs: [{ id: made[1] }], next: null })
  for (const id of made) await app.db.jobs.cancel(id, app.now)
})

test('one shows its images with results, errors and charges', async () => {
  const browser = await signedIn(app)
  const { balance } = (await app.db.accounts.findById(browser.accountId))!
  await app.db.ledger.take(browser.accountId, balance - 1)
  const id = await newJob(browser, addresses(2))
  app.parts.jobRunner.start()
  await expect.poll(async () => (await read(browser, id)).job.state).toBe('finished')
  await app.parts.jobRunner.stop()
  expect(await read(browser, id)).toEqual({
    job: expect.objectContaining({ id, counts: expect.objectContaining({ finished: 1, failed: 1 }) }),
    items: expect.arrayContaining([
      {
        position: expect.any(Number),
        state: 'finished',
        url: expect.stringMatching(/png$/),
        result: expect.stringContaining('/r/'),
        error: null,
        charged: 1,
      },
      {
        position: expect.any(Number),
        state: 'failed',
        url: expect.stringMatching(/png$/),
        result: null,
        error: { code: 'not_enough_credit', message: expect.any(String) },
        charged: 0,
      },
    ]),
    next: null,
  })
})

test('one with many images is read a page at a time, and cancelled', async () => {
  const browser = await signedIn(app)
  const id = await newJob(browser, addresses(60))
  const first = await read(browser, id)
  expect([first.items.length, first.next]).toEqual([50, 50])
  const second = await read(browser, id, '?after=50')
  expect([second.items[0]?.position, second.items.length, second.next]).toEqual([51, 10, null])
  expect((await browser.post(`/web/jobs/${id}/cancel`)).json()).toMatchObject({
    id,
    state: 'cancelled',
    counts: { waiting: 0, cancelled: 60 },
  })
  const stranger = await signedIn(app)
  expect(errorOf(await stranger.post(`/web/jobs/${id}/cancel`)).status).toBe(404)
})
