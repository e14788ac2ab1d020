/** What the process pool promises beyond the contract of engines: starting, time limits, memory, the end of workers. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppError } from '../../src/base/errors.js'
import { troubleBehind } from '../../src/base/store-trouble.js'
import type { Engine, FinishedJob, SlotRequest } from '../../src/engine/port.js'
import { createProcessPool, type PoolOptions } from '../../src/engine/process-pool.js'
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
    leftToOthers: 1 / 4,
    maxWaitMs: 60_000,
    admittedShareOfWait: 3 / 4,
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

const REQUEST: SlotRequest = { account: 'somebody', rank: 'paid', kind: 'cutout' }

/** Takes a slot and runs one job in it, as a request does. */
function submit(
  name: string,
  { signal = new AbortController().signal, ...slotRequest }: Partial<SlotRequest> & { signal?: AbortSignal } = {},
): Promise<FinishedJob> {
  const running = pool
    .admit({ ...REQUEST, ...slotRequest })
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
    const refused = expect(pool.start()).rejects.toThrow('The networks cannot be loaded: no such network')
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

  test('that failed because the disk is full says so: the operator hears of it, and no picture is blamed', async () => {
    await startPool()
    const job = submit('a')
    await settled()
    const error = {
      kind: 'internal',
      message: 'no',
      parameter: undefined,
      reason: undefined,
      cause: 'no room',
    } as const
    worker(0).finish({ type: 'failed', error: { ...error, code: 'ENOSPC' }, memoryBytes: MB })
    const failure = await job.catch((reason: unknown) => reason)
    expect(troubleBehind(failure)).toMatchObject({ kind: 'full', message: 'no room' })
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

describe('the wait', () => {
  const queueUp = async (count: number, slotRequest: Partial<SlotRequest> = {}): Promise<Promise<FinishedJob>[]> => {
    const jobs = Array.from({ length: count }, (_, index) =>
      submit(`${slotRequest.account ?? 'job'} ${index}`, slotRequest),
    )
    await settled()
    return jobs
  }
  /** Jobs take this long, as far as the pool can know. */
  const teach = async (milliseconds: number): Promise<void> => {
    const job = submit('teacher')
    await vi.advanceTimersByTimeAsync(milliseconds)
    worker(0).finish()
    await job
  }

  test('is what decides: three quarters of the longest wait are given away, by what jobs take here', async () => {
    await startPool({ queueSize: 1000, maxWaitMs: 40_000 })
    await teach(2000)
    const jobs = await queueUp(30) // one runs, and the last of the others has 14 x 2 s and the running one before it
    const refusals = jobs.slice(16).map(refusalOf)
    expect((await pool.state()).waiting).toBe(15)
    for (const refusal of await Promise.all(refusals)) expect(refusal).toMatchObject({ kind: 'busy' })
  })

  test('is told to those who are refused, and gets shorter while time passes', async () => {
    await startPool({ queueSize: 1000, maxWaitMs: 40_000 })
    await teach(2000)
    await queueUp(16)
    expect(await refusalOf(submit('a'))).toMatchObject({ kind: 'busy', retryAfterSeconds: 32 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(await refusalOf(submit('b'))).toMatchObject({ kind: 'busy', retryAfterSeconds: 31 })
    await vi.advanceTimersByTimeAsync(1000)
    worker(0).finish()
    await settled()
    expect((await pool.state()).expectedWaitMs).toBe(30_000)
    submit('c')
    await settled()
    expect((await pool.state()).waiting).toBe(15)
  })

  test('is shorter with more workers', async () => {
    await startPool({ workers: 2, queueSize: 1000, maxWaitMs: 40_000 })
    await teach(2000)
    const jobs = await queueUp(60)
    await Promise.allSettled(jobs.slice(31))
    expect((await pool.state()).waiting).toBe(29)
  })

  test('is never longer than it may be: who waited in vain is refused then', async () => {
    await startPool({ maxWaitMs: 4000 })
    await queueUp(1)
    const waiting = submit('waiting')
    await vi.advanceTimersByTimeAsync(3999)
    expect((await pool.state()).waiting).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await refusalOf(waiting)).toMatchObject({ kind: 'busy', retryAfterSeconds: expect.any(Number) })
    expect((await pool.state()).waiting).toBe(0)
  })

  test('of an account depends on what it asked for itself: a flood is refused, its neighbour is not', async () => {
    await startPool({ queueSize: 1000, maxWaitMs: 40_000 })
    await teach(2000)
    await queueUp(100, { account: 'flood' })
    expect(await refusalOf(submit('more', { account: 'flood' }))).toMatchObject({ kind: 'busy' })
    const polite = await queueUp(3, { account: 'polite' })
    for (let turn = 0; turn < 7; turn++) {
      worker(0).finish()
      await settled()
    }
    expect(await Promise.all(polite)).toHaveLength(3)
  })

  test('of paid work does not depend on free previews', async () => {
    await startPool({ queueSize: 1000, maxWaitMs: 40_000 })
    await teach(2000)
    await queueUp(100, { rank: 'free' })
    expect(await refusalOf(submit('preview', { rank: 'free' }))).toMatchObject({ kind: 'busy' })
    submit('paid')
    await settled()
    worker(0).finish()
    await settled()
    expect(worker(0).given.at(-1)).toBe('paid')
  })

  test('a job turns out to be free: it has lost its rank', async () => {
    await startPool()
    await queueUp(1)
    const slot = await pool.admit(REQUEST)
    void slot.run(JOB, { input: 'auto', output: '' }, new AbortController().signal, { rank: 'free' }).catch(() => {})
    submit('paid', { account: 'other' })
    await settled()
    worker(0).finish()
    await settled()
    expect(worker(0).given.at(-1)).toBe('paid')
  })
})

describe('places', () => {
  const admitted = async (account: string): Promise<number> => {
    for (let count = 0; ; count++) {
      const refused = await pool.admit({ ...REQUEST, account }).then(
        () => false,
        () => true,
      )
      if (refused) return count
    }
  }

  test('an account alone leaves a quarter of the queue to newcomers', async () => {
    await startPool({ queueSize: 20, maxWaitMs: 3_600_000 })
    expect(await admitted('first')).toBe(16)
    expect(await admitted('second')).toBe(5)
  })

  test('with others, an account has as many as each of them', async () => {
    await startPool({ queueSize: 20, maxWaitMs: 3_600_000 })
    await pool.admit({ ...REQUEST, account: 'first' })
    expect(await admitted('second')).toBe(11)
    await pool.admit({ ...REQUEST, account: 'third' })
    expect(await refusalOf(pool.admit({ ...REQUEST, account: 'second' }))).toMatchObject({
      kind: 'busy',
      message: "This account's share of the queue is used up",
    })
  })
})

describe('a client that leaves', () => {
  test('has its running job cancelled; the worker lives on, and is free when it has stopped', async () => {
    await startPool()
    const client = new AbortController()
    const job = submit('a', { signal: client.signal })
    const next = submit('b')
    await settled()
    const gone = new Error('gone')
    client.abort(gone)
    expect(worker(0).cancelled).toBe(true)
    await settled()
    expect(worker(0).given, 'it has not stopped yet').toEqual(['a'])

    const error = { kind: 'internal', message: '', parameter: undefined, reason: undefined, cause: undefined } as const
    worker(0).finish({ type: 'failed', error, memoryBytes: MB })
    await expect(job).rejects.toBe(gone)
    await settled()
    worker(0).finish()
    await next
    expect([worker(0).given, worker(0).killed]).toEqual([['a', 'b'], false])
  })

  test('after its job was done cancels nobody', async () => {
    await startPool()
    const client = new AbortController()
    const job = submit('a', { signal: client.signal })
    await settled()
    worker(0).finish()
    await job
    client.abort()
    expect(worker(0).cancelled).toBe(false)
  })
})

describe('when no worker can start', () => {
  const breakDown = async (): Promise<void> => {
    worker(0).die()
    await settled()
    worker(1).cannotStart('no memory')
    await settled()
  }

  test('those who wait and those who come are refused at once, until the next attempt', async () => {
    await startPool()
    worker(0).die()
    await settled()
    const waiting = submit('waiting')
    const slot = await pool.admit(REQUEST)
    await settled()
    expect((await pool.state()).reason).toBe('starting')
    worker(1).cannotStart('no memory')
    const outage = { kind: 'busy', message: expect.stringContaining('no worker can take jobs'), retryAfterSeconds: 1 }
    expect(await refusalOf(waiting)).toMatchObject(outage)
    expect(await refusalOf(submit('late'))).toMatchObject(outage)
    const late = slot.run(JOB, { input: '', output: '' }, new AbortController().signal)
    expect(await refusalOf(late)).toMatchObject(outage)
    expect(await pool.state()).toMatchObject({ ready: false, reason: 'workers cannot start', waiting: 0 })

    await vi.advanceTimersByTimeAsync(200)
    worker(2).warm()
    await settled()
    expect((await pool.state()).ready).toBe(true)
    const job = submit('a')
    await settled()
    worker(2).finish()
    await job
  })

  test('it is reported once, and once that it is over', async () => {
    await startPool()
    await breakDown()
    await vi.advanceTimersByTimeAsync(200)
    worker(2).cannotStart('no memory')
    await vi.advanceTimersByTimeAsync(400)
    worker(3).cannotStart('no memory')
    await settled()
    const count = (event: string): number => events.filter((found) => found === event).length
    expect([count('worker cannot start'), count('workers start again')]).toEqual([1, 0])
    await vi.advanceTimersByTimeAsync(800)
    worker(4).warm()
    await settled()
    expect([count('worker cannot start'), count('workers start again')]).toEqual([1, 1])
  })

  test('a worker that still serves keeps the others waiting, not refused', async () => {
    await startPool({ workers: 2 })
    worker(1).die()
    await settled()
    worker(2).cannotStart('no memory')
    await settled()
    const jobs = [submit('a'), submit('b')]
    await settled()
    worker(0).finish()
    await settled()
    worker(0).finish()
    expect(await Promise.all(jobs)).toHaveLength(2)
  })
})

describe('a job whose worker died', () => {
  const dieUnder = async (index: number, signal: string): Promise<void> => {
    await settled()
    worker(index).die(signal)
    await settled()
    worker(index + 1).warm()
    await settled()
  }

  test('is to blame when two crashed by themselves, whatever else happened', async () => {
    await startPool()
    const job = submit('deadly')
    await dieUnder(0, 'SIGSEGV')
    await dieUnder(1, 'SIGKILL')
    await dieUnder(2, 'SIGABRT')
    expect(await refusalOf(job)).toMatchObject({ kind: 'invalid_image' })
  })

  test('is not to blame when they were killed by others', async () => {
    await startPool()
    const job = submit('unlucky')
    await dieUnder(0, 'SIGKILL')
    await dieUnder(1, 'SIGSEGV')
    await dieUnder(2, 'SIGTERM')
    expect(await refusalOf(job)).toMatchObject({ kind: 'busy', retryAfterSeconds: 5 })
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
    await expect(pool.admit(REQUEST)).rejects.toThrow('shutting down')
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
    oldestWaitingMs: expect.objectContaining({ cutout: 0 }),
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
