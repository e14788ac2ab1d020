/** Both ends of the queue in this process, on a real Redis and an S3 server: servers, and machines of scripted workers. */
import path from 'node:path'
import { Redis } from 'ioredis'
import { expect } from 'vitest'
import { randomToken } from '../../src/base/random-ids.js'
import { parseRedisAddress } from '../../src/base/redis-place.js'
import type { S3Place } from '../../src/base/s3-place.js'
import type { Engine, EngineState } from '../../src/engine/port.js'
import { createProcessPool } from '../../src/engine/process-pool.js'
import { JOB_FORMAT } from '../../src/engine/queue/messages.js'
import { openQueueEngine, openQueueWorker, type Patience } from '../../src/engine/queue/open.js'
import { createPassage } from '../../src/storage/passage.js'
import { createS3Client } from '../../src/storage/s3-client.js'
import { createS3Store } from '../../src/storage/s3-store.js'
import { eventually } from './eventually.js'
import { ObedientWorker } from './obedient-worker.js'

export interface Machine {
  readonly worker: () => ObedientWorker
  /** Ends the worker, and waits until its pool knows. */
  crash(signal: string): Promise<void>
  /** From now on no worker can start there. */
  spoil(): void
  /** Every picture that is to be stored there fails with this, until there is no such fault any more. */
  breakDisk(fault: Error | undefined): void
  /** What the operator was told of its disk. */
  readonly diskNews: string[]
  state(): Promise<EngineState>
  close(): Promise<void>
}

interface ServerOptions {
  readonly redisUrl?: string
  readonly queueSize?: number
  readonly maxWaitMs?: number
  readonly format?: number
  /** Pictures go to the store after it. */
  readonly beforeUpload?: (file: string) => Promise<void>
}

export interface QueueNodes {
  server(options?: ServerOptions): Promise<Engine>
  /** A machine with one worker, warm and taking jobs. */
  machine(options?: {
    redisUrl?: string
    patience?: Patience
    format?: number
    /** Its jobs do not end by themselves, from the first one on. */
    held?: boolean
    /** Results go to the store after it. */
    beforeKeep?: () => Promise<void>
    /** Told of trouble between the machine and the queue. */
    onQueueError?: (error: unknown) => void
  }): Promise<Machine>
  /** As if Redis had been started anew without its data. */
  forget(): Promise<void>
  close(): Promise<void>
}

const LONG_MS = 60_000
const outage = { away: () => {}, back: () => {} }
const onError = (): void => {} // what could not be tidied up is looked for by the tests themselves

/** `prefix` of all keys: without one, nobody else knows these nodes. */
export function queueNodes(
  usualRedis: string,
  place: S3Place,
  folder: string,
  prefix = `{${randomToken()}}`,
): QueueNodes {
  const client = createS3Client(place)
  const objects = createPassage(client, 'jobs/', createS3Store(client, 'r/'))
  const newPath = (): string => path.join(folder, randomToken())
  const opened: { close(): Promise<void> }[] = []
  const onLooker = new Redis(usualRedis).on('error', () => {})

  const forget = async (): Promise<void> => {
    const keys = await onLooker.keys(`${prefix}*`)
    if (keys.length > 0) await onLooker.del(keys)
  }
  return {
    server: async (settings = {}) => {
      const { redisUrl = usualRedis, queueSize = 3, maxWaitMs = LONG_MS, format = JOB_FORMAT, beforeUpload } = settings
      const upload: typeof objects.upload = async (key, file) => {
        await beforeUpload?.(file)
        return objects.upload(key, file)
      }
      const access = {
        redis: parseRedisAddress(redisUrl),
        outage,
        objects: { ...objects, upload },
        fleet: { prefix, format },
      }
      const engine = await openQueueEngine(access, {
        queueSize,
        leftToOthers: 1 / 4,
        maxWaitMs,
        jobTimeoutMs: LONG_MS,
        onError,
      })
      opened.push(engine)
      await engine.start()
      return engine
    },
    machine: async (settings = {}) => {
      const { redisUrl = usualRedis, patience, format = JOB_FORMAT, held: heldAtFirst = false } = settings
      let worker: ObedientWorker | undefined
      let died = (): void => {}
      let crashed: ObedientWorker | undefined
      let spoilt = false
      const pool = createProcessPool({
        workers: 1,
        queueSize: 4,
        maxWaitMs: LONG_MS,
        jobTimeoutMs: LONG_MS,
        workerMemoryBytes: 2 ** 40,
        startWorker: () => {
          const { held = heldAtFirst, pid = 0 } = worker ?? {}
          worker = new ObedientWorker(pid + 1)
          worker.held = held
          if (spoilt) worker.cannotStart('the file is damaged')
          else worker.warm()
          return worker
        },
        onEvent: (event) => event === 'worker died' && died(),
      })
      let diskFault: Error | undefined
      const store = async (): Promise<void> => {
        if (diskFault) throw diskFault
      }
      const diskNews: string[] = []
      const disk = { away: (reason: string) => diskNews.push(reason), back: () => diskNews.push('back') }
      const download: typeof objects.download = (key, file) => store().then(() => objects.download(key, file))
      const keep: typeof objects.keep = async (...result) => {
        await settings.beforeKeep?.()
        return objects.keep(...result)
      }
      const told = { onUntidy: onError, onQueueError: settings.onQueueError ?? onError }
      const files = { newPath, remove: async () => {}, probe: store }
      const options = { pool, workers: 1, files, disk, ...told, ...(patience && { patience }) }
      const access = {
        redis: parseRedisAddress(redisUrl),
        outage,
        objects: { ...objects, download, keep },
        fleet: { prefix, format },
      }
      const node = await openQueueWorker(access, options)
      opened.push(node)
      await node.start()
      return {
        worker: () => worker!,
        crash: async (signal) => {
          await eventually(() => {
            expect(worker, 'a living one').not.toBe(crashed)
            expect(worker!.given, 'in the middle of a job').not.toEqual([])
          })
          crashed = worker
          await new Promise<void>((resolve) => {
            died = resolve
            worker!.die(signal)
          })
        },
        spoil: () => {
          spoilt = true
        },
        breakDisk: (fault) => {
          diskFault = fault
        },
        diskNews,
        state: node.state,
        close: () => node.close(),
      }
    },
    forget,
    close: async () => {
      for (const node of opened) await node.close()
      await forget()
      onLooker.disconnect()
      await client.close()
    },
  }
}

export const hasWorkers = (engine: Engine, count: number): Promise<void> =>
  eventually(async () => {
    const { idle, busy } = (await engine.state()).workers
    expect(idle + busy).toBe(count)
  })
