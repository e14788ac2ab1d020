import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Engine, FinishedJob } from '../../src/engine/port.js'
import { createProcessPool, type PoolOptions } from '../../src/engine/process-pool.js'
import { type JobReply, WorkerDied, type WorkerProcess } from '../../src/engine/worker-process.js'
import type { AppError } from '../../src/errors.js'
import type { Job, Outcome } from '../../src/imaging/job.js'

const MB = 2 ** 20
const OUTCOME: Outcome = {
  width: 1,
  height: 1,
  contentType: 'image/png',
  extension: 'png',
  bytes: 1,
  foreground: { left: 0, top: 0, width: 1, height: 1 },
  timingsMs: { decode: 0, infer: 0, compose: 0, encode: 0 },
}

/** A worker without a process: the test decides what it does and when. */
class ScriptedWorker implements WorkerProcess {
  memoryBytes = 100 * MB
  killed = false
  /** The `input` of every job it was given, in order. */
  readonly given: string[] = []
  readonly budgetsMs: number[] = []
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  warm!: () => void
  private refuseStart!: (error: Error) => void
  private end!: () => void
  private reply: ((reply: JobReply) => void) | undefined
  private abandon: ((error: Error) => void) | undefined

  constructor(readonly pid: number) {
    this.ready = new Promise((resolve, reject) => {
      this.warm = resolve
      this.refuseStart = reject
    })
    this.ended = new Promise((resolve) => {
      this.end = resolve
    })
  }

  run(_job: Job, files: { input: string }, budgetMs: number): Promise<JobReply> {
    if (this.reply) throw new Error('two jobs at a time')
    this.given.push(files.input)
    this.budgetsMs.push(budgetMs)
    return new Promise((resolve, reject) => {
      this.reply = resolve
      this.abandon = reject
    })
  }

  kill(): void {
    this.killed = true
    this.die()
  }

  cannotStart(reason: string): void {
    this.refuseStart(new Error(reason))
  }

  finish(reply: JobReply = { type: 'done', outcome: OUTCOME, memoryBytes: this.memoryBytes }): void {
    this.reply?.(reply)
    this.reply = undefined
    this.abandon = undefined
  }

  die(): void {
    this.abandon?.(new WorkerDied('The worker process ended: SIGSEGV'))
    this.refuseStart(new WorkerDied('The worker process ended: SIGSEGV'))
    this.end()
  }
}

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

/** Takes a slot and runs one job in it, as a request does. */
function submit(name: string, signal = new AbortController().signal): Promise<FinishedJob> {
  const slot = pool.admit()
  const running = slot.run(JOB, { input: name, output: `${name}.out` }, signal).finally(slot.release)
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
    expect(pool.state()).toMatchObject({ ready: false, workers: { starting: 2, idle: 0, busy: 0 } })

    worker(0).warm()
    await settled()
    expect(started).not.toHaveBeenCalled()
    expect(pool.state(), 'one warm worker is enough to serve').toMatchObject({
      ready: true,
      workers: { starting: 1, idle: 1, busy: 0 },
    })

    worker(1).warm()
    await settled()
    expect(started).toHaveBeenCalled()
    expect(pool.state().workers).toEqual({ starting: 0, idle: 2, busy: 0 })
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
    expect(pool.state().ready).toBe(false)
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
    expect(pool.state().ready).toBe(true)

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

  test('tells how long a job waited for a worker', async () => {
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

  test('admits workers + queueSize; the next is refused as busy with a time to come back, until one leaves', async () => {
    await startPool({ workers: 2, queueSize: 3 })
    const places = Array.from({ length: 5 }, () => pool.admit())
    expect(() => pool.admit()).toThrow(expect.objectContaining({ kind: 'busy', retryAfterSeconds: expect.any(Number) }))

    places[0]!.release()
    const again = pool.admit()
    expect(() => pool.admit()).toThrow('queue is full')

    again.release()
    again.release() // a second time frees nothing
    pool.admit()
    expect(() => pool.admit()).toThrow('queue is full')
  })

  test('loses an aborted job at once: its slot is free and it never reaches a worker', async () => {
    await startPool()
    const client = new AbortController()
    const running = submit('running')
    const left = submit('left', client.signal)
    const patient = submit('patient')
    await settled()
    expect(pool.state().waiting).toBe(2)

    const reason = new Error('the client has gone')
    client.abort(reason)
    await expect(left).rejects.toBe(reason)
    expect(pool.state().waiting).toBe(1)

    worker(0).finish()
    await settled()
    worker(0).finish()
    await Promise.all([running, patient])
    expect(worker(0).given).toEqual(['running', 'patient'])
  })

  test('does not take a job whose client has gone before', async () => {
    await startPool()
    const reason = new Error('the client has gone')
    await expect(submit('late', AbortSignal.abort(reason))).rejects.toBe(reason)
    expect(worker(0).given).toEqual([])
    expect(pool.state().workers.idle).toBe(1)
  })

  test('is not disturbed by an abort while the job runs: the worker finishes and goes on', async () => {
    await startPool()
    const client = new AbortController()
    const jobs = [submit('first'), submit('running', client.signal), submit('next')]
    await settled()
    worker(0).finish()
    await settled()
    client.abort(new Error('the client has gone'))
    await settled()
    expect(pool.state()).toMatchObject({ waiting: 1, workers: { busy: 1 } })
    worker(0).finish()
    await settled()
    worker(0).finish()
    await Promise.all(jobs)
    expect(worker(0).given).toEqual(['first', 'running', 'next'])
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
    expect(pool.state().workers.idle).toBe(1)
  })

  test('whose worker dies is tried once more on the replacement, ahead of those who wait', async () => {
    await startPool()
    const unlucky = submit('unlucky')
    const waiting = submit('waiting')
    await settled()
    worker(0).die()
    await settled()
    expect(pool.state()).toMatchObject({ ready: false, waiting: 2, workers: { starting: 1, busy: 0, idle: 0 } })
    expect(events).toContain('worker died')

    worker(1).warm()
    await settled()
    worker(1).finish()
    expect((await unlucky).outcome).toEqual(OUTCOME)
    await settled()
    worker(1).finish()
    await waiting
    expect([worker(0).given, worker(1).given]).toEqual([['unlucky'], ['unlucky', 'waiting']])
  })

  test('that ends two workers is an invalid image and is not tried a third time', async () => {
    await startPool()
    const deadly = submit('deadly')
    const innocent = submit('innocent')
    await settled()
    worker(0).die()
    await settled()
    worker(1).warm()
    await settled()
    worker(1).die()
    expect(await refusalOf(deadly)).toMatchObject({ kind: 'invalid_image' })

    await settled()
    worker(2).warm()
    await settled()
    worker(2).finish()
    await innocent
    expect(worker(2).given).toEqual(['innocent'])
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
    expect(pool.state()).toMatchObject({ ready: false, waiting: 1, workers: { starting: 1 } })
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
    expect(pool.state()).toMatchObject({ ready: false, workers: { starting: 1, idle: 0 } })

    const job = submit('a')
    worker(1).warm()
    await settled()
    worker(1).finish()
    await job
    expect([worker(0).given, worker(1).given]).toEqual([[], ['a']])
  })
})

describe('the end', () => {
  test('drain refuses new admissions, while those with a slot finish', async () => {
    await startPool()
    const running = submit('running')
    const waiting = submit('waiting')
    const slot = pool.admit()
    await settled()
    pool.drain()
    expect(() => pool.admit()).toThrow(
      expect.objectContaining({ kind: 'busy', message: 'The service is shutting down', retryAfterSeconds: 5 }),
    )
    expect(pool.state().ready).toBe(false)

    const admittedBefore = slot.run(JOB, { input: 'admitted', output: '' }, new AbortController().signal)
    for (let i = 0; i < 3; i++) {
      await settled()
      worker(0).finish()
    }
    await Promise.all([running, waiting, admittedBefore])
    expect(worker(0).given).toEqual(['running', 'waiting', 'admitted'])
    expect(worker(0).killed).toBe(false)
  })

  test('close refuses those who wait and run, ends the workers and starts no new ones', async () => {
    await startPool({ workers: 2 })
    const running = [submit('a'), submit('b')]
    const waiting = submit('c')
    await settled()
    await pool.close()
    for (const job of [...running, waiting]) {
      expect(await refusalOf(job)).toEqual({
        kind: 'busy',
        message: 'The service is shutting down',
        retryAfterSeconds: 5,
      })
    }
    expect(workers.map(({ killed }) => killed)).toEqual([true, true])
    await vi.advanceTimersByTimeAsync(60_000)
    expect(workers).toHaveLength(2)
    expect(() => pool.admit()).toThrow('shutting down')
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

test('state counts workers, those who wait, and memory', async () => {
  createPool({ workers: 3 })
  void pool.start()
  worker(0).warm()
  worker(1).warm()
  await settled()
  const running = submit('a')
  await settled()
  worker(1).memoryBytes = 7
  expect(pool.state()).toEqual({
    ready: true,
    workers: { idle: 1, busy: 1, starting: 1 },
    waiting: 0,
    workerMemoryBytes: [100 * MB, 7, 100 * MB],
  })

  const more = [submit('b'), submit('c'), submit('d')]
  await settled()
  expect(pool.state()).toMatchObject({ workers: { idle: 0, busy: 2, starting: 1 }, waiting: 2 })
  worker(0).finish()
  worker(1).finish()
  await settled()
  worker(0).finish()
  worker(1).finish()
  await Promise.all([running, ...more])
  expect(pool.state()).toMatchObject({ workers: { idle: 2, busy: 0, starting: 1 }, waiting: 0 })
  worker(2).warm()
})
