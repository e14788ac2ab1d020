/** What the process pool promises beyond the contract of engines: starting, time limits, memory, the end of workers. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Claim, Engine, FinishedJob } from '../../src/engine/port.js'
import { createProcessPool, type PoolOptions } from '../../src/engine/process-pool.js'
import type { AppError } from '../../src/errors.js'
import type { Job } from '../../src/imaging/job.js'
import { OUTCOME, ScriptedWorker } from '../support/scripted-worker.js'

const MB = 2 ** 20

let workers: ScriptedWorker[]
let events: string[]
let pool: Engine

beforeEach(() => {
  vi.useFakeTimers()
  workers = []
  events = []
})

afterEach(async () => {
  await pool.close()
  vi.useRealTimers()
})

function createPool(options: Partial<PoolOptions> = {}): void {
  pool = createProcessPool({
    workers: 1,
    queueSize: 10,
    maxWaitMs: 60_000,
    jobTimeoutMs: 10_000,
    workerMemoryBytes: 500 * MB,
    startWorker: () => {
      const worker = new ScriptedWorker(workers.length)
      workers.push(worker)
      return worker
    },
    onEvent: (event) => events.push(event),
    ...options,
  })
}

async function startPool(options: Partial<PoolOptions> = {}): Promise<void> {
  createPool(options)
  const started = pool.start()
  for (const worker of workers) worker.warm()
  await started
}

const worker = (index: number): ScriptedWorker => {
  const found = workers[index]
  if (!found) throw new Error(`worker ${index} was not started`)
  return found
}

const JOB: Job = {
  kind: 'cutout',
  cap: { longestSide: 1 },
  format: 'png',
  channels: 'rgba',
  watermark: false,
  classify: false,
}

const CLAIM: Claim = { account: 'somebody', rank: 'paid', kind: 'cutout' }

/** Takes a slot and runs one job in it, as a request does. */
function submit(
  name: string,
  { signal = new AbortController().signal, ...claim }: Partial<Claim> & { signal?: AbortSignal } = {},
): Promise<FinishedJob> {
  const running = pool
    .admit({ ...CLAIM, ...claim })
    .then((slot) => slot.run(JOB, { input: name, output: `${name}.out` }, signal).finally(slot.release))
  running.catch(() => {}) // looked at later
  return running
}

/** Everything that can happen without time passing has happened. */
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0)

async function refusalOf(work: Promise<unknown>): Promise<Partial<AppError>> {
  const error = (await work.then(
    () => expect.unreachable('the job went through'),
    (reason: unknown) => reason,
  )) as AppError
  const { kind, message, retryAfterSeconds } = error
  return { kind, message, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
}

describe('start', () => {
  test('resolves only when the networks of all workers are warm', async () => {
    createPool({ workers: 2 })
    const started = vi.fn()
    void pool.start().then(started)
    expect(await pool.state()).toMatchObject({ ready: false, workers: { starting: 2, idle: 0, busy: 0 } })

    worker(0).warm()
    await settled()
    expect(started).not.toHaveBeenCalled()
    expect(await pool.state(), 'one warm worker is enough to serve').toMatchObject({
      ready: true,
      workers: { starting: 1, idle: 1, busy: 0 },
    })

    worker(1).warm()
    await settled()
    expect(started).toHaveBeenCalled()
    expect((await pool.state()).workers).toEqual({ starting: 0, idle: 2, busy: 0 })
  })

  test('rejects when a worker cannot start, which is then tried again with a growing delay', async () => {
    createPool()
    const refused = expect(pool.start()).rejects.toThrow('no such network')
    worker(0).cannotStart('no such network')
    await refused
    expect(worker(0).killed).toBe(true)

    // 200 ms, doubled each time, never more than 10 s.
    for (const delayMs of [200, 400, 800, 1600, 3200, 6400, 10_000, 10_000]) {
      const attempts = workers.length
      await vi.advanceTimersByTimeAsync(delayMs - 1)
      expect(workers, `before ${delayMs} ms`).toHaveLength(attempts)
      await vi.advanceTimersByTimeAsync(1)
      expect(workers, `after ${delayMs} ms`).toHaveLength(attempts + 1)
      worker(attempts).cannotStart('still not there')
      await settled()
    }
    expect((await pool.state()).ready).toBe(false)
  })

  test('after a good start the delay is short again', async () => {
    createPool()
    pool.start().catch(() => {})
    worker(0).cannotStart('not yet')
    await vi.advanceTimersByTimeAsync(200)
    worker(1).cannotStart('not yet')
    await vi.advanceTimersByTimeAsync(400)
    worker(2).warm()
    await settled()
    expect((await pool.state()).ready).toBe(true)

    worker(2).die()
    await settled()
    worker(3).cannotStart('again')
    await vi.advanceTimersByTimeAsync(200)
    expect(workers).toHaveLength(5)
  })
})

describe('the queue', () => {
  test('runs jobs in order, at most one per worker, each with the time limit', async () => {
    await startPool({ workers: 2 })
    const jobs = ['a', 'b', 'c', 'd'].map((name) => submit(name))
    await settled()
    expect([worker(0).given, worker(1).given]).toEqual([['a'], ['b']])

    worker(1).finish()
    await settled()
    expect([worker(0).given, worker(1).given]).toEqual([['a'], ['b', 'c']])

    worker(0).finish()
    await settled()
    expect([worker(0).given, worker(1).given]).toEqual([
      ['a', 'd'],
      ['b', 'c'],
    ])

    worker(0).finish()
    worker(1).finish()
    expect(await Promise.all(jobs)).toHaveLength(4)
    expect(worker(0).budgetsMs).toEqual([10_000, 10_000])
  })

  test('says how long a job waited for a worker', async () => {
    await startPool()
    const first = submit('first')
    const second = submit('second')
    await vi.advanceTimersByTimeAsync(3000)
    worker(0).finish()
    await vi.advanceTimersByTimeAsync(1000)
    worker(0).finish()
    expect(await first).toEqual({ outcome: OUTCOME, queuedMs: 0 })
    expect(await second).toEqual({ outcome: OUTCOME, queuedMs: 3000 })
  })
})

describe('a job', () => {
  test('that the worker refuses fails as the worker says, and the worker goes on', async () => {
    await startPool()
    const job = submit('a')
    await settled()
    const error = {
      kind: 'invalid_image',
      message: 'damaged',
      parameter: 'bg_image_file',
      reason: 'no_face',
      cause: 'all zero',
    } as const
    worker(0).finish({ type: 'failed', error, memoryBytes: MB })
    await expect(job).rejects.toMatchObject(error)
    expect(worker(0).killed).toBe(false)
    expect((await pool.state()).workers.idle).toBe(1)
  })

  test.each([
    [10_000, 12_500],
    [1000, 3000], // one step may take two seconds, however short the limit
  ])(
    'with a limit of %i ms is ended by force after %i ms, as our failure, and not retried',
    async (jobTimeoutMs, hardMs) => {
      await startPool({ jobTimeoutMs })
      const endless = submit('endless')
      const next = submit('next')
      await vi.advanceTimersByTimeAsync(hardMs - 1)
      expect(worker(0).killed).toBe(false)
      await vi.advanceTimersByTimeAsync(1)
      expect(worker(0).killed).toBe(true)
      expect(await refusalOf(endless)).toMatchObject({ kind: 'internal' })

      await vi.advanceTimersByTimeAsync(1)
      worker(1).warm()
      await settled()
      worker(1).finish()
      await next
      expect(worker(1).given).toEqual(['next'])
    },
  )

  test('that ended in time does not have its worker killed later', async () => {
    await startPool()
    const job = submit('a')
    await settled()
    worker(0).finish()
    await job
    await vi.advanceTimersByTimeAsync(60_000)
    expect(worker(0).killed).toBe(false)
  })
})

describe('a worker', () => {
  test('above the memory limit is replaced after its job, whose result is still delivered', async () => {
    await startPool()
    const job = submit('large')
    const next = submit('next')
    await settled()
    worker(0).memoryBytes = 501 * MB
    worker(0).finish()
    expect((await job).outcome).toEqual(OUTCOME)
    expect(worker(0).killed).toBe(true)
    expect(events).toContain('worker recycled')

    await settled()
    expect(await pool.state()).toMatchObject({ ready: false, waiting: 1, workers: { starting: 1 } })
    worker(1).warm()
    await settled()
    worker(1).finish()
    await next
    expect([worker(0).given, worker(1).given]).toEqual([['large'], ['next']])
  })

  test('at the memory limit stays', async () => {
    await startPool()
    const job = submit('a')
    await settled()
    worker(0).memoryBytes = 500 * MB
    worker(0).finish()
    await job
    expect(worker(0).killed).toBe(false)
  })

  test('that dies while idle is replaced, and gets no job any more', async () => {
    await startPool()
    worker(0).die()
    await settled()
    expect(workers).toHaveLength(2)
    expect(await pool.state()).toMatchObject({ ready: false, workers: { starting: 1, idle: 0 } })

    const job = submit('a')
    worker(1).warm()
    await settled()
    worker(1).finish()
    await job
    expect([worker(0).given, worker(1).given]).toEqual([[], ['a']])
  })
})

describe('the end', () => {
  test('close ends the workers and starts no new ones', async () => {
    await startPool({ workers: 2 })
    const job = submit('a')
    await settled()
    await pool.close()
    expect(await refusalOf(job)).toMatchObject({ kind: 'busy', message: 'The service is shutting down' })
    expect(workers.map(({ killed }) => killed)).toEqual([true, true])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(workers).toHaveLength(2)
    await expect(pool.admit(CLAIM)).rejects.toThrow('shutting down')
  })

  test('close during the delay before a restart starts no worker', async () => {
    createPool()
    pool.start().catch(() => {})
    worker(0).cannotStart('no such network')
    await settled()
    await pool.close()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(workers).toHaveLength(1)
  })
})

test('state counts workers that are starting, too, and tells the memory of each', async () => {
  createPool({ workers: 3 })
  void pool.start()
  worker(0).warm()
  worker(1).warm()
  await settled()
  const running = submit('a')
  await settled()
  worker(1).memoryBytes = 7
  expect(await pool.state()).toEqual({
    ready: true,
    workers: { idle: 1, busy: 1, starting: 1 },
    waiting: 0,
    expectedWaitMs: 0,
    workerMemoryBytes: [100 * MB, 7, 100 * MB],
  })

  const more = [submit('b'), submit('c'), submit('d')]
  await settled()
  expect(await pool.state()).toMatchObject({ workers: { idle: 0, busy: 2, starting: 1 }, waiting: 2 })
  worker(0).finish()
  worker(1).finish()
  await settled()
  worker(0).finish()
  worker(1).finish()
  await Promise.all([running, ...more])
  expect(await pool.state()).toMatchObject({ workers: { idle: 2, busy: 0, starting: 1 }, waiting: 0 })
  worker(2).warm()
})
