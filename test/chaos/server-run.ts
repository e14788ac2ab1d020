/** One run of a server process, from start to end, over files that outlive it: everything that moves money. */
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { createLocalAnnouncements } from '../../src/announcements/local.js'
import type { AppError } from '../../src/base/errors.js'
import { USUAL_PRICES } from '../../src/catalog/prices.js'
import type { Database } from '../../src/db/port.js'
import { setUp } from '../../src/db/sqlite.js'
import type { SlotRequest } from '../../src/engine/port.js'
import { toAppError } from '../../src/http/dialect.js'
import { createMemoryRateLimiter } from '../../src/ratelimit/memory.js'
import { createAdmission } from '../../src/service/images/admission.js'
import { createClaimNews } from '../../src/service/images/claim-news.js'
import { createLeases, type Leases } from '../../src/service/images/leases.js'
import { createProcessImage, type ProcessedImage } from '../../src/service/images/process-image.js'
import { createRequestFiles } from '../../src/service/images/request-files.js'
import { openWorkspace } from '../../src/service/images/workspace.js'
import { processItem } from '../../src/service/jobs/process-item.js'
import { createJanitor } from '../../src/service/operator/janitor.js'
import { createDiskStore } from '../../src/storage/disk.js'
import type { ObjectStore } from '../../src/storage/port.js'
import { FakeEngine } from '../http/fake-engine.js'
import type { ManualClock } from '../support/manual-clock.js'
import type { FaultPlan } from './fault-plan.js'

export interface ServerRun {
  readonly db: Database
  readonly storage: ObjectStore
  readonly leases: Leases
  /** The same request each time, as a client that repeats it. */
  call(idempotencyKey?: string): Promise<{ answer: { name: string }; replayed: boolean }>
  /** Images of jobs, one after the other, until nothing is due. */
  workThrough(): Promise<void>
  readonly uploads: ObjectStore
  sweep(): Promise<unknown>
  end(): void
}

const JOB = {
  kind: 'cutout',
  cap: { longestSide: 640 },
  channels: 'rgba',
  format: 'png',
  watermark: false,
  classify: false,
} as const

export async function startRun(folder: string, node: string, clock: ManualClock, plan?: FaultPlan): Promise<ServerRun> {
  const file = path.join(folder, 'silhouette.db')
  const connection = new DatabaseSync(file, { timeout: 0 })
  // Faults begin with the request; the database is set up without any.
  let requestRuns = false
  const guarded = new Proxy(connection, {
    get: (target, name) => {
      const value: unknown = Reflect.get(target, name, target)
      if (typeof value !== 'function') return value
      if (!plan || !requestRuns) return value.bind(target)
      if (name === 'exec') return plan.over(target, ['exec']).exec
      if (name === 'prepare') return (sql: string) => plan.over(target.prepare(sql), ['run', 'all'])
      return value.bind(target)
    },
  })
  const db = await setUp(guarded, file, clock.now)
  const disk = await createDiskStore(path.join(folder, 'results'))
  const shelf = await createDiskStore(path.join(folder, 'uploads'))
  const { deleteBefore: _, ...ageless } = shelf // its files are written by another clock: they are no strays
  const files = await openWorkspace(path.join(folder, 'tmp'))
  const storage = plan?.over(disk, ['put', 'delete']) ?? disk
  const uploads = plan?.over(shelf, ['read', 'delete']) ?? shelf
  const workspace = plan?.over(files, ['remove']) ?? files
  const machine = new FakeEngine()
  const engine = {
    admit: async (request: SlotRequest) => {
      const slot = await machine.admit(request)
      return plan?.over(slot, ['run']) ?? slot
    },
  }
  const onError = (): void => {}
  const leases = createLeases({ db, node, clock: clock.now, requestLifeMs: 3_600_000, onError })
  const admission = createAdmission({
    db,
    leases,
    engine,
    rateLimiter: createMemoryRateLimiter(clock.now),
    rateLimitPerMinute: 100,
    accountRateLimit: 100,
    enterDownloads: () => () => {},
    claimNews: createClaimNews(createLocalAnnouncements()),
    onError,
  })
  const processImage = createProcessImage({
    db,
    storage,
    clock: clock.now,
    fetch: { download: () => Promise.reject(new Error('not needed')), close: async () => {} },
    onError,
    observe: { step: () => {}, credits: () => {}, refused: () => {} },
  })
  const janitor = createJanitor({
    db,
    storage: disk,
    uploads: ageless,
    clock: clock.now,
    resultTtlMs: Number.MAX_SAFE_INTEGER,
    requestLogMs: 30 * 24 * 3_600_000,
    onError,
  })
  const workOn = async (): Promise<boolean> => {
    const lease = leases.open()
    const item = await db.jobs.claim(lease.term())
    const dialect = {
      readTask: () => ({ offers: [{ price: 1, rank: 'paid', job: JOB }] as const }),
      answer: (_operation: string, { result }: ProcessedImage) => result,
      understand: toAppError,
      describe: ({ kind, message }: AppError) => ({ code: kind, message }),
    }
    const config = { prices: USUAL_PRICES, unlimited: 'none', resultTtlMs: 24 * 3_600_000 } as const
    const stores = { db, uploads, workspace, clock: clock.now, onError }
    const rest = {
      engine,
      processImage,
      dialect,
      config,
      enterDownloads: () => () => {},
      observe: { itemEnded: () => {} },
    }
    if (item) await processItem({ ...stores, ...rest }, item, lease).catch(() => lease.expire())
    lease.end()
    return item !== undefined
  }
  return {
    db,
    storage: disk,
    uploads: shelf,
    leases,
    call: async (idempotencyKey = 'order 17') => {
      requestRuns = true
      const signal = new AbortController().signal
      const key = { id: 'key', accountId: 'acc', sessionId: null, rateLimit: null, account: { rateLimit: null } }
      const requestFiles = createRequestFiles(workspace, onError)
      const slotRequest = { account: 'acc', rank: 'paid', kind: 'cutout' } as const
      try {
        return await admission(
          { key, slotRequest, idempotencyKey, fingerprint: 'abc', signal, onRate: () => {}, onAdmitted: () => {} },
          (permit) =>
            processImage(
              {
                operation: 'remove',
                offers: [{ price: 1, rank: 'paid', job: JOB }],
                accountId: 'acc',
                keyId: 'key',
                source: { file: path.join(folder, 'photo'), parameter: 'image_file' },
                keepMs: 24 * 3_600_000,
                answer: ({ result }) => result as { name: string },
                signal,
                onCharged: () => {},
              },
              { ...permit, files: requestFiles },
            ),
        )
      } finally {
        await requestFiles.removeAll()
        requestRuns = false
      }
    },
    workThrough: async () => {
      requestRuns = true
      while (await workOn().catch(() => false));
      requestRuns = false
    },
    sweep: () => janitor.sweep(),
    // As the operating system does it: closing alone would keep the lock until all statements are collected.
    end: () => {
      if (connection.isTransaction) connection.exec('rollback')
      connection.close()
    },
  }
}

/** Pictures on the disk, whoever knows of them. */
export async function picturesIn(folder: string): Promise<string[]> {
  const entries = await readdir(path.join(folder, 'results'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}
