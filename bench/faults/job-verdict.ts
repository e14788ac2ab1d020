/** Whether every image of a job was answered once, charged once and told once, and nothing else was. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from 'undici'
import { auditOf } from '../../test/support/books.js'
import type { Ask, JobDocument, JobItem } from './job-client.js'
import { type Inbox, sizeAt } from './job-hosts.js'
import { putAway, type Stores } from './left-behind.js'
import { lookAt } from './photos.js'

interface Case {
  readonly installation: Stores & { readonly addresses: readonly string[]; readonly settings: Record<string, string> }
  readonly ask: Ask
  readonly accountId: string
  readonly id: string
  readonly images: number
  readonly inbox: Inbox
}

export interface JobVerdict {
  readonly charged: number
  readonly pictures: number
  /** Of images that failed: the words, and how often. */
  readonly errors: ReadonlyMap<string, number>
  readonly wrong: string[]
}

/** Of deliveries: after two failures an event waits for two minutes. */
const DELIVERED_WITHIN_MS = 240_000

export async function judgeJob({ installation, ask, accountId, id, images, inbox }: Case): Promise<JobVerdict> {
  const items = await allItems(ask, id)
  const wrong: string[] = []
  const positions = new Set(items.map(({ position }) => position))
  if (items.length !== images || positions.size !== images)
    wrong.push(`${items.length} items of ${positions.size} images`)
  const finished = items.filter(({ state }) => state === 'finished')
  const failed = items.filter(({ state }) => state === 'failed')
  const open = images - finished.length - failed.length
  if (open > 0) wrong.push(`${open} without an end`)
  if (failed.some(({ credits_charged }) => credits_charged !== 0)) wrong.push('failed images were charged')

  let pictures = 0
  for (const { position, result } of finished) {
    const reply = await fetch(installation.addresses[0]! + new URL(result!.url).pathname)
    const bytes = Buffer.from(await reply.arrayBuffer())
    const photo = { ...sizeAt(position), file: bytes }
    const fault = reply.status === 200 ? await lookAt(photo, bytes) : `answered with ${reply.status}`
    if (fault) wrong.push(`image ${position}: ${fault}`)
    else pictures += 1
  }
  wrong.push(...(await eventsMissing(installation, inbox, items)))
  wrong.push(...inbox.wrong, ...(await putAway(installation)))
  const told = finished.map((item) => ({ charged: item.credits_charged, resultId: resultIdOf(item) }))
  const audit = await auditOf(installation.settings, accountId, told)
  wrong.push(...audit.faults)
  const errors = new Map<string, number>()
  for (const { error } of failed) {
    const words = `${error?.code}: ${error?.message}`
    errors.set(words, (errors.get(words) ?? 0) + 1)
  }
  return { charged: audit.charged, pictures, errors, wrong }
}

async function allItems(ask: Ask, id: string): Promise<JobItem[]> {
  const items: JobItem[] = []
  for (let after: number | undefined = 0; after !== undefined; ) {
    const page: JobDocument = await ask<JobDocument>(`/v1/jobs/${id}?after=${after}`)
    items.push(...page.items)
    after = page.next
  }
  return items
}

const resultIdOf = ({ result }: JobItem): string => new URL(result!.url).pathname.slice('/r/'.length).split('.')[0]!

/** One event for each image that ended and one for the job, each accepted by the receiver; and no others. */
async function eventsMissing(stores: Stores, inbox: Inbox, items: readonly JobItem[]): Promise<string[]> {
  const waiting = "select id from webhook_deliveries where state = 'waiting'"
  for (const until = Date.now() + DELIVERED_WITHIN_MS; Date.now() < until; await sleep(1000))
    if ((await stores.query(waiting)).length === 0) break
  const written = await stores.query<{ id: string; type: string; body: string }>(
    'select id, type, body from webhook_events',
  )
  const nameOf = (type: string, position: unknown): string => (type === 'job.finished' ? type : `${type} ${position}`)
  const expected = [...items.map(({ state, position }) => nameOf(`job.item.${state}`, position)), 'job.finished']
  const positionIn = (data: Readonly<Record<string, unknown>>): unknown => data.position
  const got = [...inbox.events.values()].map(({ type, data }) => nameOf(type, positionIn(data)))
  const known = new Set(written.map(({ id }) => id))
  const found: Record<string, number> = {
    'events that were never received': expected.filter((name) => !got.includes(name)).length,
    'events that nothing had caused': got.filter((name) => !expected.includes(name)).length,
    'events told twice under two ids': got.length - new Set(got).size,
    'events written but not received': written.filter(({ id }) => !inbox.events.has(id)).length,
    'events received but not written': [...inbox.events.keys()].filter((id) => !known.has(id)).length,
  }
  return Object.entries(found).flatMap(([what, number]) => (number > 0 ? [`${number} ${what}`] : []))
}
