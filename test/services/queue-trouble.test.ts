/** What becomes of jobs when machines, servers, Redis or S3 go away under them. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { test as base, describe, expect, vi } from 'vitest'
import { describeError } from '../../src/engine/described-error.js'
import type { Engine, FinishedJob, Slot } from '../../src/engine/port.js'
import { JOB_FORMAT } from '../../src/engine/queue/messages.js'
import type { Job, JobFiles } from '../../src/imaging/job.js'
import { type Cable, cableTo } from '../support/cable.js'
import { eventually } from '../support/eventually.js'
import { hasWorkers, type QueueNodes, queueNodes } from '../support/queue-nodes.js'
import { s3Service } from '../support/s3-service.js'
import { redisService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const redisUrl = await redisService()
const JOB: Job = { kind: 'convert', maxSide: 16, format: 'png' }
/** Shorter than the product's, to see it happen. */
const patience = { lockMs: 1500, stalledCheckMs: 500, idleMs: 5000 }
/** Nobody finds out by himself that another machine has died: whatever is handed over was given back. */
const NEVER = { lockMs: 3_600_000, stalledCheckMs: 3_600_000, idleMs: 3_600_000 }
const BUSY = { kind: 'busy', retryAfterSeconds: expect.any(Number) }

interface Parts {
  readonly nodes: QueueNodes
  readonly bucket: string
  readonly s3Cable: Cable
  cableToRedis(): Promise<Cable & { redisUrl: string }>
}

describe.skipIf(!redisUrl)('The queue engine', { concurrent: true }, async () => {
  const s3 = await s3Service()
  const folder = temporaryFolder()
  const { hostname, port } = new URL(redisUrl ?? 'redis://nowhere:1')
  const cableToRedis = async (cables: Cable[]): Promise<Cable & { redisUrl: string }> => {
    const cable = await cableTo(hostname, Number(port || 6379))
    cables.push(cable)
    const url = new URL(redisUrl!)
    url.host = `127.0.0.1:${cable.port}`
    return { ...cable, redisUrl: url.href }
  }
  /** Of each test its own: they run at the same time, because most of them wait for somebody's patience to end. */
  const test = base.extend<{ parts: Parts }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what a fixture needs
    parts: async ({}, use) => {
      const place = await s3.newPlace()
      const s3Cable = await cableTo(s3.host, s3.port)
      const cables = [s3Cable]
      const nodes = queueNodes(redisUrl!, { ...place, endpoint: `http://127.0.0.1:${s3Cable.port}` }, folder)
      await use({ nodes, bucket: place.bucket, s3Cable, cableToRedis: () => cableToRedis(cables) })
      for (const cable of cables) await cable.plugIn().catch(() => {})
      await nodes.close()
      for (const cable of cables) await cable.cut()
    },
  })
  let count = 0
  const newFiles = async (): Promise<JobFiles> => {
    const files = { input: path.join(folder, `in-${++count}`), output: path.join(folder, `out-${count}`) }
    await writeFile(files.input, `picture ${count}`)
    return files
  }
  const submit = async (engine: Engine, files?: JobFiles, account = 'somebody'): Promise<FinishedJob> => {
    const slot = await engine.admit({ account, rank: 'paid', kind: 'convert' })
    const never = new AbortController().signal
    return slot.run(JOB, files ?? (await newFiles()), never).finally(slot.release)
  }
  /** Holds one file up until it is opened. */
  const gateFor = (file: string) => {
    let open = (): void => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    return { work: async (other: string): Promise<void> => (other === file ? opened : undefined), open }
  }
  const failureOf = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => expect.unreachable('the job went through'),
      (error: unknown) => error,
    )

  // Those that wait longest come first: a few run at a time.
  test('jobs of a server that died are dropped, running or waiting, and their pictures deleted', async ({
    parts: { nodes, cableToRedis, bucket },
  }) => {
    const cable = await cableToRedis()
    const doomed = await nodes.server({ redisUrl: cable.redisUrl })
    const { worker } = await nodes.machine()
    worker().held = true
    await hasWorkers(doomed, 1)
    const jobs = [submit(doomed), submit(doomed)].map(failureOf)
    await eventually(async () => expect((await doomed.state()).waiting).toBe(1))
    await cable.cut()
    for (const failure of await Promise.all(jobs)) expect(failure).toMatchObject(BUSY)
    const other = await nodes.server()
    // Nobody renews its places: after half a minute the worker is told that nobody wants its job.
    await vi.waitFor(() => expect(worker().cancelled).toBe(true), { timeout: 45_000, interval: 500 })
    worker().release()
    await vi.waitFor(
      async () => {
        expect(await other.state()).toMatchObject({ waiting: 0, workers: { idle: 1 } })
        expect(await s3.objectsIn(bucket)).toEqual([])
      },
      { timeout: 20_000 },
    )
    expect(worker().given).toHaveLength(1)
  })

  test('while Redis is away newcomers and those who wait are refused; afterwards all is well', async ({
    parts: { nodes, cableToRedis },
  }) => {
    const cable = await cableToRedis()
    const engine = await nodes.server({ redisUrl: cable.redisUrl })
    const { worker, state } = await nodes.machine({ redisUrl: cable.redisUrl })
    worker().held = true
    await hasWorkers(engine, 1)
    const waiting = failureOf(submit(engine))
    await eventually(() => expect(worker().given).toHaveLength(1))
    await cable.cut()
    expect(await state()).toMatchObject({ ready: false, reason: 'workers cannot reach the queue' })
    expect(await failureOf(submit(engine))).toMatchObject(BUSY)
    expect(await engine.state()).toMatchObject({ ready: false, reason: 'queue unreachable' })
    expect(await waiting).toMatchObject(BUSY)
    await cable.plugIn()
    worker().release()
    await vi.waitFor(() => submit(engine), { timeout: 30_000, interval: 500 })
  })

  /** Longer than it takes until a machine that says nothing is taken for dead. */
  const untilDead = { ...patience, lockMs: 6000 }

  test('a picture over which two whole machines died is refused like one that crashed two workers, and ends no third', async ({
    parts: { nodes, cableToRedis },
  }) => {
    const engine = await nodes.server()
    const job = hasWorkers(engine, 1).then(() => submit(engine))
    job.catch(() => {}) // looked at below
    for (let i = 0; i < 2; i++) {
      const cable = await cableToRedis()
      const machine = await nodes.machine({ redisUrl: cable.redisUrl, patience: untilDead })
      machine.worker().held = true
      await eventually(() => expect(machine.worker().given).toHaveLength(1))
      await cable.cut()
    }
    const third = await nodes.machine({ patience: untilDead })
    expect(await failureOf(job)).toMatchObject({ kind: 'invalid_image', message: expect.stringContaining('crashed') })
    expect(third.worker().given).toEqual([])
    await submit(engine)
    expect(third.worker().given).toHaveLength(1)
  })

  test('the job of a machine that died is done by another, and the picture comes back', async ({
    parts: { nodes, cableToRedis, bucket },
  }) => {
    const engine = await nodes.server()
    const cable = await cableToRedis()
    const first = await nodes.machine({ redisUrl: cable.redisUrl, patience })
    first.worker().held = true
    await hasWorkers(engine, 1)
    const files = await newFiles()
    const job = submit(engine, files)
    await eventually(() => expect(first.worker().given).toHaveLength(1))
    const second = await nodes.machine({ patience })
    await cable.cut()
    await job
    expect(second.worker().given).toHaveLength(1)
    expect(await readFile(files.output)).toEqual(await readFile(files.input))
    await eventually(async () => expect(await s3.objectsIn(bucket)).toEqual([]))
  })

  test('machines that gave a job back do not count as dead', async ({ parts: { nodes } }) => {
    const engine = await nodes.server()
    const job = hasWorkers(engine, 1).then(() => submit(engine))
    for (let i = 0; i < 2; i++) {
      const stopped = await nodes.machine({ patience: NEVER, held: true })
      await eventually(() => expect(stopped.worker().given).toHaveLength(1))
      await stopped.close()
    }
    const third = await nodes.machine({ patience: NEVER })
    await job
    expect(third.worker().given).toHaveLength(1)
  })

  test('servers and workers that understand different formats of jobs leave one another alone', async ({
    parts: { nodes },
  }) => {
    const [older, newer] = [JOB_FORMAT, JOB_FORMAT + 1]
    const servers = { older: await nodes.server({ format: older }), newer: await nodes.server({ format: newer }) }
    const olderMachine = await nodes.machine({ format: older })
    await hasWorkers(servers.older, 1)
    expect(await failureOf(submit(servers.newer))).toMatchObject(BUSY)
    expect(await servers.newer.state()).toMatchObject({ ready: false, reason: 'workers of another version only' })
    await submit(servers.older)

    const newerMachine = await nodes.machine({ format: newer })
    await hasWorkers(servers.newer, 1)
    await Promise.all([submit(servers.newer), submit(servers.newer), submit(servers.older)])
    expect(newerMachine.worker().given).toHaveLength(2)
    expect(olderMachine.worker().given).toHaveLength(2)
  })

  test('accounts take turns over all servers: one that floods the queue through one server holds up nobody at another', async ({
    parts: { nodes },
  }) => {
    const [first, second] = [await nodes.server({ queueSize: 20 }), await nodes.server({ queueSize: 20 })]
    const { worker } = await nodes.machine()
    worker().held = true
    await hasWorkers(first, 1)
    const finished: string[] = []
    const send = (engine: Engine, account: string, label: string): Promise<unknown> =>
      submit(engine, undefined, account).then(() => finished.push(label))
    // The first has begun before the others come: where they race to the queue, any of them may begin.
    const jobs = [send(first, 'flood', 'flood 1')]
    await eventually(() => expect(worker().given).toHaveLength(1))
    jobs.push(...[2, 3, 4, 5, 6].map((i) => send(first, 'flood', `flood ${i}`)))
    await eventually(async () => expect((await first.state()).waiting).toBe(5))
    jobs.push(send(second, 'polite', 'polite'))
    await eventually(async () => expect((await first.state()).waiting).toBe(6))
    worker().release()
    await Promise.all(jobs)
    expect(finished.indexOf('polite'), finished.join(', ')).toBeLessThanOrEqual(2)
  })

  test('an account whose pictures are slow to arrive in the store holds up no other', async ({ parts: { nodes } }) => {
    const large = await newFiles()
    const { work: beforeUpload, open } = gateFor(large.input)
    const engine = await nodes.server({ queueSize: 20, beforeUpload })
    await nodes.machine()
    await hasWorkers(engine, 1)
    const blocked = [submit(engine, large, 'slow'), submit(engine, undefined, 'slow')]
    await submit(engine, undefined, 'quick')
    open()
    await Promise.all(blocked)
  })

  test('a machine whose workers cannot start any more gives its job to another, and takes none until they can', async ({
    parts: { nodes },
  }) => {
    const engine = await nodes.server()
    const broken = await nodes.machine({ patience: NEVER })
    broken.worker().held = true
    await hasWorkers(engine, 1)
    const job = submit(engine)
    await eventually(() => expect(broken.worker().given).toHaveLength(1))
    const healthy = await nodes.machine({ patience: NEVER })
    broken.spoil()
    await broken.crash('SIGSEGV')
    await job
    for (let i = 0; i < 5; i++) await submit(engine)
    expect(healthy.worker().given).toHaveLength(6)
  })

  const noSpace = (): Error =>
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })
  const notAllowed = (): Error =>
    Object.assign(new Error('EACCES: permission denied, open'), { code: 'EACCES', syscall: 'open' })

  test.for<[string, Error]>([
    ['full', noSpace()],
    ['closed to it', notAllowed()],
  ])(
    'a machine whose disk is %s gives its job to another, takes none, says so once, and goes on when it can',
    async ([, fault], { parts: { nodes } }) => {
      const engine = await nodes.server()
      const broken = await nodes.machine({ patience: NEVER })
      await hasWorkers(engine, 1)
      broken.breakDisk(fault)
      const job = submit(engine)
      await eventually(() => expect(broken.diskNews).toEqual([fault.message]))
      const healthy = await nodes.machine({ patience: NEVER })
      await job
      for (let i = 0; i < 5; i++) await submit(engine)
      expect(healthy.worker().given).toHaveLength(6)
      expect((await engine.state()).workers).toEqual({ idle: 1, busy: 0, starting: 0 })
      expect(broken.diskNews).toHaveLength(1)
      broken.breakDisk(undefined)
      await hasWorkers(engine, 2)
      expect(broken.diskNews).toEqual([fault.message, 'back'])
      await healthy.close()
      await submit(engine)
      expect(broken.worker().given).toHaveLength(1)
    },
  )

  test('a worker process that has no room for its result is no fault of the picture: another machine makes it', async ({
    parts: { nodes },
  }) => {
    const engine = await nodes.server()
    const broken = await nodes.machine({ patience: NEVER, held: true })
    await hasWorkers(engine, 1)
    const job = submit(engine)
    await eventually(() => expect(broken.worker().given).toHaveLength(1))
    const healthy = await nodes.machine({ patience: NEVER })
    broken.breakDisk(noSpace())
    const error = describeError(new Error('VipsTarget: write error\nunix error: No space left on device'))
    broken.worker().finish({ type: 'failed', error, memoryBytes: 0 })
    await job
    expect(healthy.worker().given).toHaveLength(1)
  })

  test('while no machine can store pictures, newcomers are refused at once and those who wait in time', async ({
    parts: { nodes },
  }) => {
    const engine = await nodes.server({ maxWaitMs: 1000 })
    const machine = await nodes.machine()
    await hasWorkers(engine, 1)
    machine.breakDisk(noSpace())
    const waiting = failureOf(submit(engine))
    await eventually(async () =>
      expect(await engine.state()).toMatchObject({ ready: false, reason: 'workers cannot store pictures' }),
    )
    expect(await failureOf(submit(engine))).toMatchObject({ ...BUSY, message: expect.stringContaining('unavailable') })
    expect(await waiting).toMatchObject(BUSY)
    const members = [{}, { hindrance: 'workers cannot store pictures' }]
    await eventually(async () => expect(await engine.state()).toMatchObject({ members }))
    machine.breakDisk(undefined)
    await hasWorkers(engine, 1)
    await submit(engine)
  })

  test('a machine that is heard of, but cannot wait for jobs, is not counted on until it can', async ({
    parts: { nodes, cableToRedis },
  }) => {
    const engine = await nodes.server()
    const cable = await cableToRedis()
    cable.limit(2) // one tells of the machine, one asks for jobs, and none is left to wait for them
    const machine = nodes.machine({ redisUrl: cable.redisUrl })
    await eventually(() => expect(cable.turnedAway()).toBeGreaterThan(5))
    const notCounted = { ready: false, reason: 'workers cannot reach the queue', workers: { idle: 0 } }
    expect(await engine.state()).toMatchObject(notCounted)
    expect(await failureOf(submit(engine))).toMatchObject(BUSY)
    cable.limit(3)
    await machine
    await submit(engine)
  })

  test('a machine whose connections went dead without a word makes new ones, and is not counted on meanwhile', async ({
    parts: { nodes, cableToRedis },
  }) => {
    const engine = await nodes.server()
    const cable = await cableToRedis()
    await nodes.machine({ redisUrl: cable.redisUrl, patience: { ...patience, idleMs: 500 } })
    await hasWorkers(engine, 1)
    cable.silence(true)
    await eventually(async () => expect((await engine.state()).reason).toBe('no workers'))
    cable.silence(false)
    await hasWorkers(engine, 1)
    await submit(engine)
  })

  test('a Redis that comes back without its data has lost the jobs, and their requests hear of it', async ({
    parts: { nodes },
  }) => {
    const engine = await nodes.server()
    const { worker } = await nodes.machine()
    worker().held = true
    await hasWorkers(engine, 1)
    const jobs = [submit(engine), submit(engine)].map(failureOf)
    await eventually(async () => expect((await engine.state()).waiting).toBe(1))
    await nodes.forget()
    for (const failure of await Promise.all(jobs)) expect(failure).toMatchObject(BUSY)
    worker().release()
    await vi.waitFor(() => submit(engine), { timeout: 30_000, interval: 500 })
  })

  test('while S3 is away jobs fail as trouble with a store; afterwards all is well', async ({
    parts: { nodes, s3Cable },
  }) => {
    const engine = await nodes.server()
    await nodes.machine()
    await hasWorkers(engine, 1)
    await s3Cable.cut()
    expect(await failureOf(submit(engine))).toMatchObject({ kind: 'unreachable' })
    await s3Cable.plugIn()
    await submit(engine)
  })

  test('without workers nobody is admitted, and the server is not ready', async ({ parts: { nodes } }) => {
    const engine = await nodes.server()
    expect(await failureOf(submit(engine))).toMatchObject(BUSY)
    expect(await engine.state()).toMatchObject({ ready: false, reason: 'no workers', waiting: 0 })
  })

  test('whoever waits longer than allowed is refused, and the job is gone from the queue', async ({
    parts: { nodes },
  }) => {
    const engine = await nodes.server({ maxWaitMs: 3000 })
    const { worker } = await nodes.machine()
    worker().held = true
    await hasWorkers(engine, 1)
    const first = submit(engine)
    await eventually(() => expect(worker().given).toHaveLength(1))
    expect(await failureOf(submit(engine))).toMatchObject(BUSY)
    expect((await engine.state()).waiting).toBe(0)
    worker().release()
    await first
  })

  test('a larger crew has a longer queue', async ({ parts: { nodes } }) => {
    const engine = await nodes.server({ queueSize: 4 })
    const admitted = async (): Promise<number> => {
      const slots: Slot[] = []
      const admit = (i: number): Promise<Slot> => engine.admit({ account: `${i}`, rank: 'paid', kind: 'convert' })
      await expect(async () => {
        for (;;) slots.push(await admit(slots.length))
      }).rejects.toMatchObject(BUSY)
      for (const slot of slots) slot.release()
      return slots.length
    }
    await nodes.machine()
    await hasWorkers(engine, 1)
    expect(await admitted()).toBe(1 + 4)
    for (let i = 0; i < 5; i++) await nodes.machine()
    await hasWorkers(engine, 6)
    expect(await admitted()).toBe(6 + 6)
  })

  test('two servers share the places', async ({ parts: { nodes } }) => {
    const servers = [await nodes.server(), await nodes.server()]
    await nodes.machine()
    await hasWorkers(servers[0]!, 1)
    const admitted = await Promise.allSettled(
      Array.from({ length: 20 }, (_, i) =>
        servers[i % 2]!.admit({ account: `account ${i % 4}`, rank: 'paid', kind: 'convert' }),
      ),
    )
    expect(admitted.filter(({ status }) => status === 'fulfilled')).toHaveLength(4)
    for (const slot of admitted) if (slot.status === 'fulfilled') slot.value.release()
  })
})
