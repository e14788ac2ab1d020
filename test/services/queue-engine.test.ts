/** The engine of many machines, on a real Redis and an S3 server; the machine of workers has scripted ones. */
import path from 'node:path'
import { describe, vi } from 'vitest'
import { createProcessPool } from '../../src/engine/process-pool.js'
import { openQueueEngine, openQueueWorker } from '../../src/engine/queue/open.js'
import { randomToken } from '../../src/random-ids.js'
import { createPassage } from '../../src/storage/passage.js'
import { createS3Client } from '../../src/storage/s3-client.js'
import { engineContract, QUEUE_SIZE } from '../contract/engine.js'
import { ObedientWorker } from '../support/obedient-worker.js'
import { s3Service } from '../support/s3-service.js'
import { redisService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const redisUrl = await redisService()
const outage = { away: () => {}, back: () => {} }
const LONG_MS = 60_000

describe.skipIf(!redisUrl)('with Redis', async () => {
  const s3 = await s3Service()
  const client = createS3Client(await s3.newPlace())
  const folder = temporaryFolder()
  const files = { newPath: () => path.join(folder, randomToken()), remove: async () => {} }

  engineContract(
    'The queue engine',
    async () => {
      const access = {
        redisUrl: redisUrl!,
        outage,
        objects: createPassage(client, 'jobs/'),
        prefix: `{${randomToken()}}`,
      }
      let worker: ObedientWorker | undefined
      let died = (): void => {}
      const pool = createProcessPool({
        workers: 1,
        queueSize: 4,
        maxWaitMs: LONG_MS,
        jobTimeoutMs: LONG_MS,
        workerMemoryBytes: 2 ** 40,
        startWorker: () => {
          const { held = false, pid = 0 } = worker ?? {}
          worker = new ObedientWorker(pid + 1)
          worker.held = held
          worker.warm()
          return worker
        },
        onEvent: (event) => event === 'worker died' && died(),
      })
      const onError = (error: unknown): void => void error
      const node = await openQueueWorker(access, { pool, workers: 1, files, onError })
      const engine = await openQueueEngine(access, {
        queueSize: QUEUE_SIZE,
        maxWaitMs: LONG_MS,
        jobTimeoutMs: LONG_MS,
        onError,
      })
      await node.start()
      await vi.waitFor(async () => {
        const { workers } = await engine.state()
        if (workers.idle !== 1) throw new Error('not ready')
      })
      return {
        engine,
        hold: () => {
          worker!.held = true
        },
        release: () => worker!.release(),
        crash: (by) =>
          new Promise((resolve) => {
            died = resolve
            worker!.die(by === 'itself' ? 'SIGSEGV' : 'SIGKILL')
          }),
        close: async () => {
          await engine.close()
          await node.close()
        },
      }
    },
    { crashes: true },
  )
})
