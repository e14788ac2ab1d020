/** Hosts that answer slowly hold places for downloads, never those of the workers. */
import type { ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { errorOf, eventually, TestApp, useApp } from './app.js'
import { FakeEngine } from './fake-engine.js'

/** One worker and nobody may wait; four downloads at once, one for each account. */
const app = useApp({ MAX_DOWNLOADS: '4' }, new TestApp(new FakeEngine(1, 0)))
const url = (): string => `http://${app.originHost}/photo`

/** Accounts whose pictures are on a host that does not answer yet. */
async function slowDownloads(count: number) {
  const waiting: ServerResponse[] = []
  app.origin = (_, response) => void waiting.push(response)
  const callers = await Promise.all(Array.from({ length: count }, () => app.caller()))
  const answers = callers.map((caller) => caller.remove({ image_url: url(), size: 'full' }))
  await eventually(() => expect(waiting).toHaveLength(count))
  const finish = async (): Promise<number[]> => {
    for (const response of waiting) response.writeHead(404).end()
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode)
  }
  return { callers, finish }
}

test('pictures that are there are served meanwhile', async () => {
  const { finish } = await slowDownloads(4)
  expect((await (await app.caller()).remove({ size: 'full' })).statusCode).toBe(201)
  expect(await finish()).toEqual([400, 400, 400, 400])
})

test('an account has its share of the downloads; what is beyond it takes neither credit nor rate', async () => {
  const { callers, finish } = await slowDownloads(1)
  const [caller] = callers
  const answer = await caller!.remove({ image_url: url() })
  expect(errorOf(answer)).toMatchObject({ status: 503, code: 'service_busy' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThanOrEqual(1)
  expect(answer.headers['x-ratelimit-remaining']).toBe('39')
  expect((await caller!.remove()).statusCode, 'an upload is no download').toBe(201)
  await finish()
})

test('all together have theirs', async () => {
  const { finish } = await slowDownloads(4)
  const stranger = await app.caller()
  expect(errorOf(await stranger.remove({ image_url: url() })).status).toBe(503)
  await finish()
  app.origin = (_, response) => response.writeHead(404).end()
  expect(errorOf(await stranger.remove({ image_url: url() })).status).toBe(400)
})

test('when its picture has come and the queue is full, a request is refused without credit and rate', async () => {
  const caller = await app.caller()
  app.origin = (_, response) => {
    app.engine.full = true
    response.end('a picture')
  }
  const answer = await caller.remove({ image_url: url(), size: 'full' })
  expect(errorOf(answer).status).toBe(503)
  expect(answer.headers['x-ratelimit-remaining']).toBe('40')
  expect(await caller.balance()).toBe(1)
})
