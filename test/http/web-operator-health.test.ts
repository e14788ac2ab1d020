/** What tells operators that something is wrong, and which settings are in force. */
import { expect, test, vi } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { eventually, useApp } from './app.js'
import { signedIn } from './browser.js'

const app = useApp({ WORKERS: '1', THREADS_PER_WORKER: '2', MAX_WAIT_SECONDS: '20' })

async function operator() {
  const browser = await signedIn(app)
  await app.db.accounts.setOperator(browser.accountId, true)
  return browser
}

test('recent errors are counted by code, refusals and failures alike', async () => {
  const boss = await operator()
  const caller = await app.caller()
  for (let made = 0; made < 2; made++) await caller.remove({ size: 'nonsense' })
  app.engine.work = async () => {
    throw new AppError('internal', 'broken')
  }
  await caller.remove()
  const group = { accounts: 1, lastAt: app.now }
  await eventually(async () =>
    expect((await boss.get('/web/operator/errors')).json()).toEqual({
      withinMs: 86_400_000,
      mail: null,
      errors: [
        { ...group, code: 'validation error', status: 400, count: 2 },
        { ...group, code: 'internal_error', status: 500, count: 1 },
      ],
    }),
  )
  app.now += 86_400_001
  expect((await boss.get('/web/operator/errors')).json()).toMatchObject({ errors: [] })
})

test('capacity tells what waits, what there is to work with, and how it was', async () => {
  const boss = await operator()
  const workers = { idle: 0, busy: 1, starting: 0 }
  const state = { ready: true, workers, waiting: 4, expectedWaitMs: 12_000, workerMemoryBytes: [] }
  vi.spyOn(app.engine, 'state').mockResolvedValue(state)
  await app.parts.capacity.look()
  expect((await boss.get('/web/operator/capacity')).json()).toEqual({
    shared: false,
    workers,
    waiting: 4,
    expectedWaitMs: 12_000,
    queueSize: 64,
    maxWaitMs: 20_000,
    configured: { workers: 1, threadsPerWorker: 2 },
    machine: { cores: expect.any(Number), memoryBytes: expect.any(Number) },
    trend: [{ from: expect.any(Number), waiting: 4, waitMs: 12_000, busy: 1 }],
  })
})

test('settings are those in force', async () => {
  const { settings } = (await (await operator()).get('/web/operator/settings')).json<{ settings: object[] }>()
  const workers = {
    name: 'WORKERS',
    value: '1',
    source: 'default',
    meaning: expect.stringContaining('Worker processes'),
  }
  expect(settings).toContainEqual(workers) // not from the environment of this test
  expect(settings.length).toBeGreaterThan(30)
})
