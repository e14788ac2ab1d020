/**
 * One job of many addresses, while everything is killed in between: each image is to be answered once and charged once, and
 * each event of it to arrive at the webhook, genuine, at least once.
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { createLocalAnnouncements } from '../../src/announcements/local.js'
import { systemClock } from '../../src/base/clock.js'
import { loadConfig } from '../../src/config/load.js'
import { openDatabase } from '../../src/db/open.js'
import { createMemoryRateLimiter } from '../../src/ratelimit/memory.js'
import { createWebhooks } from '../../src/service/webhooks/webhooks.js'
import { childrenOf } from '../../test/support/children.js'
import { killed } from '../../test/support/faults.js'
import type { Member } from '../../test/support/fleet.js'
import { openAccount } from '../../test/support/open-account.js'
import { startFleet } from './fleet.js'
import { asker, type JobDocument } from './job-client.js'
import { type Inbox, startInbox, startPictureHost } from './job-hosts.js'
import { judgeJob } from './job-verdict.js'
import type { Stores } from './left-behind.js'
import { seeded } from './seeded.js'
import { startSingle } from './single.js'

/** Where it runs, and who may be killed. */
interface Installation extends Stores {
  readonly addresses: readonly string[]
  readonly settings: Record<string, string>
  readonly parts: readonly Member[]
  /** Of the processes whose children the workers are. */
  readonly workerParents: readonly Member[]
  /**
   * So many end between two kills; one server alone is away for all. Counted in images, not in seconds: on a machine that
   * is busy elsewhere, parts would be killed again before they have done anything.
   */
  readonly imagesPerKill: { readonly least: number; readonly most: number }
  close(): Promise<void>
}

export interface JobOptions {
  readonly kind: 'single' | 'fleet'
  readonly images: number
  readonly seed: number
  readonly longestMinutes: number
}

const CREDITS = 100_000
const LOOK_EVERY_MS = 2000

export async function runJob({ kind, images, seed, longestMinutes }: JobOptions): Promise<boolean> {
  const random = seeded(seed)
  const pictures = await startPictureHost()
  const inbox = await startInbox(seeded(seed + 1))
  const installation = await start(kind, { FETCH_ALLOW: `${pictures.host},${inbox.host}` })
  const end = async (): Promise<void> => {
    await installation.close()
    pictures.close()
    await inbox.close()
  }
  const leave = (): void => void end().then(() => process.exit(1))
  process.once('SIGINT', leave).once('SIGTERM', leave)
  try {
    const { id: accountId, key } = await openAccount(installation.settings, 'ann', CREDITS)
    inbox.secret = await addWebhook(installation, accountId, inbox)
    const urls = Array.from({ length: images }, (_, i) => pictures.urlOf(i + 1))
    const ask = asker(installation.addresses, key)
    const idempotencyKey = randomUUID()
    const hand = (): Promise<JobDocument> =>
      ask('/v1/jobs', { operation: 'remove', size: 'full', image_urls: urls }, idempotencyKey)
    const { id } = await hand()
    const startedAt = Date.now()
    const kills = new Map<string, number>()
    const trouble: string[] = []
    let over = false
    let tellAt = 0
    let job = await ask<JobDocument>(`/v1/jobs/${id}?limit=1`)
    const killing = (async () => {
      const { least, most } = installation.imagesPerKill
      while (!over) {
        const due = endedOf(job) + least + random() * (most - least)
        while (!over && endedOf(job) < due) await sleep(LOOK_EVERY_MS)
        if (!over) await killOne(installation, random, kills).catch((error: Error) => trouble.push(error.message))
      }
    })()
    while (job.state !== 'finished' && Date.now() < startedAt + longestMinutes * 60_000) {
      await sleep(LOOK_EVERY_MS)
      job = await ask<JobDocument>(`/v1/jobs/${id}?limit=1`)
      if (Date.now() > tellAt) {
        tellAt = Date.now() + 60_000
        console.error(`${endedOf(job)} of ${images} ended`)
      }
    }
    const minutes = ((Date.now() - startedAt) / 60_000).toFixed(1)
    over = true
    await killing
    const again = await hand()
    const verdict = await judgeJob({ installation, ask, accountId, id, images, inbox })
    verdict.wrong.push(...trouble)
    if (again.id !== id) verdict.wrong.push('the repeated request made a second job')
    const { finished, failed, waiting, running } = job.counts
    console.log(`${kind}, ${images} images, seed ${seed}: ${job.state} after ${minutes} minutes`)
    console.log(`  images: ${finished} finished, ${failed} failed, ${waiting + running} open`)
    for (const [words, times] of verdict.errors) console.log(`    ${times} × ${words}`)
    console.log(`  killed: ${[...kills].map(([name, times]) => `${name} ${times}×`).join(', ')}`)
    console.log(`  charged: ${verdict.charged}; pictures looked at: ${verdict.pictures}`)
    const { arrived, failed: refused, slow, silent, repeated } = inbox.tally
    console.log(
      `  webhooks: ${inbox.events.size} events in ${arrived} deliveries, of which ${refused} were answered with 500, ` +
        `${silent} not at all, ${slow} late; ${repeated} came again after they had been accepted`,
    )
    console.log(`  wrong: ${verdict.wrong.join('; ') || 'nothing'}`)
    return verdict.wrong.length === 0
  } finally {
    process.off('SIGINT', leave).off('SIGTERM', leave)
    await end()
  }
}

const endedOf = ({ counts }: JobDocument): number => counts.finished + counts.failed

async function start(kind: JobOptions['kind'], more: Record<string, string>): Promise<Installation> {
  if (kind === 'single') {
    const single = await startSingle(more)
    const { server } = single
    return { ...single, parts: [server], workerParents: [server], imagesPerKill: { least: 20, most: 40 } }
  }
  const fleet = await startFleet(more)
  const { servers, machines, postgres, redis, s3 } = fleet
  const parts = [...servers, ...machines, postgres, redis, s3]
  return { ...fleet, parts, workerParents: machines, imagesPerKill: { least: 8, most: 20 } }
}

async function addWebhook({ settings }: Installation, accountId: string, { url }: Inbox): Promise<string> {
  const db = await openDatabase(loadConfig(settings))
  try {
    const ports = { announcements: createLocalAnnouncements(), rateLimiter: createMemoryRateLimiter(systemClock) }
    return (await createWebhooks({ db, clock: systemClock, ...ports }).create(accountId, url)).secret
  } finally {
    await db.close()
  }
}

async function killOne(
  { parts, workerParents }: Installation,
  random: () => number,
  kills: Map<string, number>,
): Promise<void> {
  const count = (name: string): void => void kills.set(name, (kills.get(name) ?? 0) + 1)
  const chosen = parts[Math.floor(random() * (parts.length + 1))]
  if (chosen) {
    count(chosen.name)
    return killed(chosen).inject()
  }
  const workers = (await Promise.all(workerParents.map(({ pid }) => childrenOf(pid())))).flat()
  const worker = workers[Math.floor(random() * workers.length)]
  if (worker === undefined) return
  count('a worker')
  process.kill(worker, 'SIGKILL')
}
