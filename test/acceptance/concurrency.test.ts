/** Many at once, and clients that do not wait. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataDir, removeDataDir, startServer, type TestServer } from '../support/server.js'
import { blob, form, photo, remove } from './client.js'

let server: TestServer
let dataDir: string
let jpeg: Buffer

beforeAll(async () => {
  jpeg = await photo(200)
  dataDir = await newDataDir()
  server = await startServer(dataDir, { QUEUE_SIZE: '3', WORKERS: '1', QUALITY: 'fast', MAX_WAIT_SECONDS: '120' })
})

afterAll(async () => {
  server?.signal('SIGTERM')
  await server?.ended
  await removeDataDir(dataDir)
})

function counted(values: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}

test('50 parallel full requests on one credit: exactly one is charged, the others are refused', async () => {
  const { key, email } = await server.newKey({ credits: 1 })
  const body = () => form({ image_file: blob(jpeg), size: 'full' })
  const replies = await Promise.all(Array.from({ length: 50 }, () => remove(server.baseUrl, body(), { key })))
  const statuses = counted(replies.map((reply) => reply.status))
  expect(statuses[201]).toBe(1)
  // Refused for want of credit, over the rate of 40, or because the queue of 3 was full: all without charge.
  expect((statuses[402] ?? 0) + (statuses[429] ?? 0) + (statuses[503] ?? 0)).toBe(49)
  for (const reply of replies.filter(({ status }) => status === 503 || status === 429)) {
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  expect(await server.creditsOf(email)).toBe(0)
})

test('clients that leave free their places in the queue and are not charged', async () => {
  const { key, email } = await server.newKey({ credits: 10 })
  const impatient = Array.from({ length: 4 }, () => {
    const leave = new AbortController()
    const request = remove(server.baseUrl, form({ image_file: blob(jpeg), size: 'full' }), {
      key,
      signal: leave.signal,
    })
    return { leave, done: request.catch(() => undefined) }
  })
  await expect.poll(waiting).toBe(3)
  for (const { leave } of impatient) leave.abort()
  await expect.poll(waiting).toBe(0)
  // Their places are given back a moment after they left the queue; then a patient client gets its answer.
  const patient = async (): Promise<number> =>
    (await remove(server.baseUrl, form({ image_file: blob(jpeg), size: 'full' }), { key })).status
  await expect.poll(patient, { timeout: 120_000 }).toBe(201)
  expect(await server.creditsOf(email)).toBe(9)
})

/** How many requests wait in the queue. */
async function waiting(): Promise<number> {
  const text = await (await fetch(`${server.baseUrl}/metrics`)).text()
  return Number(text.match(/^silhouette_queue_waiting (\S+)$/m)?.[1])
}
