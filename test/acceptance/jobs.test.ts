/** A job outlives kill -9 of its server: every image is answered once and charged once. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../support/eventually.js'
import { newDataDir, removeDataDir, startServer, type TestServer } from '../support/server.js'
import { download, photo } from './client.js'

const IMAGES = 16
let dataDir: string
let server: TestServer | undefined
const host = createServer(async (_request, response) => response.end(await photo(96)))

beforeAll(async () => {
  dataDir = await newDataDir()
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  server?.signal('SIGKILL')
  await server?.ended
  host.close()
  await removeDataDir(dataDir)
})

interface Job {
  id: string
  state: string
  counts: Record<string, number>
  items: { position: number; state: string; result: { url: string } }[]
}

test('kill -9 in the middle, and restart', async () => {
  const origin = `127.0.0.1:${(host.address() as AddressInfo).port}`
  const start = () => startServer(dataDir, { WORKERS: '1', QUALITY: 'fast', FETCH_ALLOW: origin })
  let running = await start()
  server = running
  const { key, email } = await running.newKey({ credits: IMAGES })
  const headers = { 'X-Api-Key': key, 'Content-Type': 'application/json' }
  const image_urls = Array.from({ length: IMAGES }, (_, i) => `http://${origin}/${i + 1}.png`)
  const body = JSON.stringify({ operation: 'remove', size: 'full', image_urls })
  const reply = await fetch(`${running.baseUrl}/v1/jobs`, { method: 'POST', headers, body })
  expect(reply.status).toBe(202)
  const { id } = (await reply.json()) as Job
  const job = async (): Promise<Job> =>
    (await (await fetch(`${running.baseUrl}/v1/jobs/${id}`, { headers })).json()) as Job

  await eventually(async () => expect((await job()).counts.finished).toBeGreaterThan(2))
  running.signal('SIGKILL')
  await running.ended
  running = await start()
  server = running
  expect((await job()).state).toBe('running')
  while ((await job()).state === 'running') await new Promise((resolve) => setTimeout(resolve, 200))

  const { counts, items } = await job()
  expect(counts).toEqual({ total: IMAGES, waiting: 0, running: 0, finished: IMAGES, failed: 0, cancelled: 0 })
  expect(new Set(items.map(({ result }) => result.url)).size).toBe(IMAGES)
  for (const { result } of items) {
    const { pathname } = new URL(result.url) // the port is another one now
    expect((await download(`${running.baseUrl}${pathname}`)).reply.status).toBe(200)
  }
  expect(await running.creditsOf(email)).toBe(0)
})
