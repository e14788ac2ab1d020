/** What every Engine promises: who gets in, in which order jobs run, and what becomes of those that cannot. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import sharp from 'sharp'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import type { AppError } from '../../src/base/errors.js'
import type { Engine, EngineState, FinishedJob, Slot, SlotRequest } from '../../src/engine/port.js'
import type { Job, JobFiles } from '../../src/imaging/job.js'
import { NO_PICTURE } from '../support/obedient-worker.js'
import { temporaryFolder } from '../support/temporary-folder.js'

/** An engine with one warm worker and room for three more jobs in its queue. */
export interface EngineUnderTest {
  readonly engine: Engine
  /** Jobs that are running or begin later do not end before `release`. */
  hold(): void
  release(): void
  /**
   * Ends the worker in the middle of its job, as if by its own fault or by somebody else's, and waits until the engine
   * knows. Engines without workers have none.
   */
  crash?(by: 'itself' | 'others'): Promise<void>
  close(): Promise<void>
}

const WORKERS = 1
export const QUEUE_SIZE = 3
const SLOTS = WORKERS + QUEUE_SIZE

/** The one job that needs no networks. */
const JOB: Job = { kind: 'convert', maxSide: 16, format: 'png' }
const REQUEST: SlotRequest = { account: 'somebody', rank: 'paid', kind: 'convert' }

/** The name of an input that is no picture. */
const DAMAGED = 'damaged'

interface SubmitOptions extends Partial<SlotRequest> {
  signal?: AbortSignal
  input?: string
}

const BUSY = { kind: 'busy', retryAfterSeconds: expect.any(Number) }
const aClient = (): AbortSignal => new AbortController().signal

export function engineContract(
  name: string,
  open: () => Promise<EngineUnderTest>,
  { crashes }: { crashes: boolean },
): void {
  describe(`${name} keeps the Engine promises`, () => {
    const folder = temporaryFolder()
    let underTest: EngineUnderTest
    let engine: Engine
    let finished: string[]

    beforeAll(async () => {
      const picture = { create: { width: 32, height: 32, channels: 3, background: '#a52' } } as const
      await sharp(picture).png().toFile(path.join(folder, 'picture'))
      await writeFile(path.join(folder, DAMAGED), NO_PICTURE)
    })
    beforeEach(async () => {
      underTest = await open()
      engine = underTest.engine
      finished = []
    })
    afterEach(() => underTest.close())

    let count = 0
    const filesOf = (input: string): JobFiles => ({
      input: path.join(folder, input),
      output: path.join(folder, `output-${++count}`),
    })

    /** Takes a slot and runs one job in it, as a request does. */
    function submit(
      label: string,
      { signal = aClient(), input = 'picture', ...slotRequest }: SubmitOptions = {},
    ): Promise<FinishedJob> {
      const running = engine
        .admit({ ...REQUEST, ...slotRequest })
        .then((slot) => slot.run(JOB, filesOf(input), signal).finally(slot.release))
      running.then(
        () => finished.push(label),
        () => {}, // the test looks at the failure itself
      )
      return running
    }

    const reaches = (state: Partial<EngineState>): Promise<void> =>
      vi.waitFor(async () => expect(await engine.state()).toMatchObject(state), { timeout: 30_000 })
    const running = (waiting: number) => reaches({ workers: { idle: 0, busy: 1, starting: 0 }, waiting })

    async function failureOf(work: Promise<unknown>): Promise<AppError> {
      return work.then(
        () => expect.unreachable('the job went through'),
        (error: AppError) => error,
      )
    }

    const admissionsLeft = async (): Promise<number> => {
      const slots: Slot[] = []
      try {
        for (;;) slots.push(await engine.admit(REQUEST))
      } catch (error) {
        expect(error).toMatchObject(BUSY)
      }
      for (const slot of slots) slot.release()
      return slots.length
    }

    test('runs jobs in the order in which they came, and says how long each waited', async () => {
      underTest.hold()
      const jobs = ['first', 'second', 'third'].map((label) => submit(label))
      await running(2)
      underTest.release()
      for (const { outcome, queuedMs } of await Promise.all(jobs)) {
        expect(outcome).toMatchObject({ contentType: 'image/png', width: expect.any(Number) })
        expect(queuedMs).toBeGreaterThanOrEqual(0)
      }
      expect(finished).toEqual(['first', 'second', 'third'])
    })

    test('runs jobs that take no files, and others after them in the same slot', async () => {
      const slot = await engine.admit(REQUEST)
      try {
        const reading = await slot.run({ kind: 'read-prompt', text: 'panes', unwanted: [] }, {}, aClient())
        expect(reading.queuedMs).toBeGreaterThanOrEqual(0)
        expect((await slot.run(JOB, filesOf('picture'), aClient())).outcome).toHaveProperty('width')
      } finally {
        slot.release()
      }
    })

    test('admits one job per worker and one per place in the queue; more are refused until somebody leaves', async () => {
      const slots = await Promise.all(Array.from({ length: SLOTS }, () => engine.admit(REQUEST)))
      await expect(engine.admit(REQUEST)).rejects.toMatchObject(BUSY)
      const { retryAfterSeconds } = await failureOf(engine.admit(REQUEST))
      expect(retryAfterSeconds).toBeGreaterThanOrEqual(1)

      slots[0]!.release()
      expect(await admissionsLeft()).toBe(1)
      for (const slot of slots) slot.release()
    })

    test('leaving twice gives back one slot only', async () => {
      const [slot, other] = [await engine.admit(REQUEST), await engine.admit(REQUEST)]
      slot.release()
      slot.release()
      expect(await admissionsLeft()).toBe(SLOTS - 1)
      other.release()
      expect(await admissionsLeft()).toBe(SLOTS)
    })

    test('several jobs, one after the other, need one slot', async () => {
      const slot = await engine.admit(REQUEST)
      for (let repeat = 0; repeat < 2; repeat++) {
        await slot.run(JOB, filesOf('picture'), aClient())
        expect(await admissionsLeft()).toBe(SLOTS - 1)
      }
      slot.release()
      expect(await admissionsLeft()).toBe(SLOTS)
    })

    test('a client that gives up while it waits is gone from the queue at once, with its own reason', async () => {
      underTest.hold()
      const client = new AbortController()
      const jobs = [submit('first')]
      await running(0)
      const impatient = submit('impatient', { signal: client.signal })
      jobs.push(submit('patient'))
      await running(2)
      expect(await admissionsLeft()).toBe(SLOTS - 3)

      const reason = new Error('the client has gone')
      client.abort(reason)
      expect(await failureOf(impatient)).toBe(reason)
      await running(1)
      expect(await admissionsLeft()).toBe(SLOTS - 2)

      underTest.release()
      await Promise.all(jobs)
      expect(finished).toEqual(['first', 'patient'])
    })

    test('a client that left before its job began keeps no worker busy', async () => {
      const reason = new Error('the client has gone')
      expect(await failureOf(submit('late', { signal: AbortSignal.abort(reason) }))).toBe(reason)
      expect(await engine.state()).toMatchObject({ workers: { idle: 1, busy: 0 }, waiting: 0 })
    })

    test('a client that gives up in the middle of its job gets its own reason once the worker has stopped', async () => {
      underTest.hold()
      const client = new AbortController()
      const abandoned = submit('abandoned', { signal: client.signal })
      const next = submit('next')
      await running(1)
      const reason = new Error('the client has gone')
      client.abort(reason)
      underTest.release()
      expect(await failureOf(abandoned)).toBe(reason)
      await next
      expect(finished).toEqual(['next'])
    })

    test('accounts take turns, and each has its jobs done in order', async () => {
      underTest.hold()
      const jobs = ['1st', '2nd', '3rd'].map((label) => submit(label, { account: 'flood' }))
      await running(2)
      jobs.push(submit('polite', { account: 'polite' }))
      await running(3)
      underTest.release()
      await Promise.all(jobs)
      expect(finished).toEqual(['1st', '2nd', 'polite', '3rd'])
    })

    test.each([
      ['paid', 'free', 'small'],
      ['paid', 'batch', 'free'],
    ] as const)('%s work goes before %s, that before %s', async (...ranks) => {
      underTest.hold()
      const jobs = [submit('running')]
      await running(0)
      for (const [index, rank] of ranks.toReversed().entries()) {
        jobs.push(submit(rank, { account: rank, rank }))
        await running(index + 1)
      }
      underTest.release()
      await Promise.all(jobs)
      expect(finished).toEqual(['running', ...ranks])
    })

    test('who has to download first takes a place with the first job only, and may be refused then', async () => {
      const fetching = await Promise.all(
        Array.from({ length: 2 * SLOTS }, () => engine.admit({ ...REQUEST, fetchesFirst: true })),
      )
      expect(await admissionsLeft()).toBe(SLOTS)
      underTest.hold()
      const jobs = fetching.slice(0, SLOTS).map((slot) => slot.run(JOB, filesOf('picture'), aClient()))
      await running(QUEUE_SIZE)
      expect(await admissionsLeft()).toBe(0)
      expect(await failureOf(fetching[SLOTS]!.run(JOB, filesOf('picture'), aClient()))).toMatchObject(BUSY)
      underTest.release()
      await Promise.all(jobs)
      for (const slot of fetching) slot.release()
    })

    test('a picture that cannot be read fails its own job only', async () => {
      const bad = submit('bad', { input: DAMAGED })
      const good = submit('good')
      expect(await failureOf(bad)).toMatchObject({ kind: 'invalid_image' })
      await good
    })

    test('state() tells how many workers are free and how many jobs wait', async () => {
      const idle = { ready: true, workers: { idle: 1, busy: 0, starting: 0 }, waiting: 0 }
      const more = { expectedWaitMs: 0, workerMemoryBytes: [expect.any(Number)] }
      await reaches({ ...idle, ...more })
      underTest.hold()
      const jobs = [submit('first'), submit('second')]
      await reaches({ ready: true, workers: { idle: 0, busy: 1, starting: 0 }, waiting: 1 })
      underTest.release()
      await Promise.all(jobs)
      await reaches(idle)
    })

    // Without workers that can die there is nothing to promise, and nothing to skip.
    if (crashes)
      describe('when a worker dies', () => {
        test('its job is tried once more, before those that wait', async () => {
          underTest.hold()
          const jobs = [submit('unlucky'), submit('waiting')]
          await running(1)
          await underTest.crash!('itself')
          await running(1)
          underTest.release()
          await Promise.all(jobs)
          expect(finished).toEqual(['unlucky', 'waiting'])
        })

        test('a job that ends two workers is taken for a bad image; the next one is served', async () => {
          underTest.hold()
          const deadly = submit('deadly')
          const innocent = submit('innocent')
          await running(1)
          await underTest.crash!('itself')
          await running(1)
          await underTest.crash!('itself')
          expect(await failureOf(deadly)).toMatchObject({ kind: 'invalid_image' })
          await running(0)
          underTest.release()
          await innocent
          expect(finished).toEqual(['innocent'])
        })

        test('a job whose workers are killed by others is not to blame: it is refused for now', async () => {
          underTest.hold()
          const unlucky = submit('unlucky')
          await running(0)
          await underTest.crash!('others')
          await running(0)
          await underTest.crash!('others')
          expect(await failureOf(unlucky)).toMatchObject(BUSY)
          await reaches({ ready: true })
          underTest.release()
        })
      })

    test('drain() admits nobody any more, while those who have a slot still run their jobs', async () => {
      underTest.hold()
      const jobs = [submit('running'), submit('waiting')]
      const slot = await engine.admit(REQUEST)
      await running(1)
      const drained = vi.fn()
      const draining = engine.drain().then(drained)
      await expect(engine.admit(REQUEST)).rejects.toMatchObject(BUSY)
      expect(await engine.state()).toMatchObject({ ready: false, reason: 'draining' })

      underTest.release()
      await Promise.all(jobs)
      await expect(slot.run(JOB, filesOf('picture'), aClient())).resolves.toBeDefined()
      expect(drained, 'somebody still has a slot').not.toHaveBeenCalled()
      slot.release()
      await draining
      await expect(engine.admit(REQUEST)).rejects.toMatchObject(BUSY)
    })

    test('close() refuses those who run and those who wait, and admits nobody', async () => {
      underTest.hold()
      const failures = ['running', 'waiting', 'waiting too'].map((label) => failureOf(submit(label)))
      await running(2)
      await engine.close()
      for (const failure of await Promise.all(failures)) expect(failure).toMatchObject(BUSY)
      await expect(engine.admit(REQUEST)).rejects.toMatchObject(BUSY)
    })
  })
}
