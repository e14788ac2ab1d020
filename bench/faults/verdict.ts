/** Whether anything was lost, doubled or left behind: ledger, rows, objects and pictures held against what clients got. */
import { setTimeout as sleep } from 'node:timers/promises'
import { fetch } from 'undici'
import { auditOf } from '../../test/support/books.js'
import type { Customer } from './clients.js'
import type { Fleet } from './fleet.js'
import { lookAt } from './photos.js'

export interface Verdict {
  readonly charged: readonly number[]
  readonly told: readonly number[]
  readonly unheard: number
  /** Results that clients have the address of, fetched and looked at. */
  readonly pictures: number
  readonly putAwaySeconds: number
  /** Whatever is not as it must be, in words. */
  readonly wrong: readonly string[]
}

/** Leases of 60 s, pictures of jobs that were left behind, 130 s, and a sweep every 30 s. */
const PUT_AWAY_MS = 240_000
const LOOK_EVERY_MS = 3000

export async function judge(fleet: Fleet, customers: readonly Customer[]): Promise<Verdict> {
  const startedAt = Date.now()
  let left = await leftBehind(fleet)
  for (; left.length > 0 && Date.now() < startedAt + PUT_AWAY_MS; left = await leftBehind(fleet))
    await sleep(LOOK_EVERY_MS)
  const putAwaySeconds = Math.round((Date.now() - startedAt) / 1000)
  const audits = await Promise.all(customers.map(({ id, told }) => auditOf(fleet.settings, id, told)))
  const told = customers.flatMap((customer) => customer.told)
  const resultIds = told.flatMap(({ resultId }) => resultId ?? [])
  const bad: string[] = []
  for (const { resultId, photo } of told) {
    if (!resultId) continue
    const reply = await fetch(`${fleet.addresses[0]}/r/${resultId}.png`)
    const bytes = Buffer.from(await reply.arrayBuffer())
    const fault = reply.status === 200 ? await lookAt(photo, bytes) : `answered with ${reply.status}`
    if (fault) bad.push(`result ${resultId}: ${fault}`)
  }
  const doubled = resultIds.length - new Set(resultIds).size
  return {
    charged: audits.map(({ charged }) => charged),
    told: audits.map((audit) => audit.told),
    unheard: audits.reduce((sum, { unheard }) => sum + unheard, 0),
    pictures: resultIds.length - bad.length,
    putAwaySeconds,
    wrong: [
      ...audits.flatMap(({ faults }) => faults),
      ...(await unequal(fleet, customers)),
      ...(doubled > 0 ? [`${doubled} results answered to two requests`] : []),
      ...bad.slice(0, 3),
      ...(bad.length > 3 ? [`${bad.length} bad pictures in all`] : []),
      ...left,
    ],
  }
}

/** Of the whole fleet; nothing once everything was put away. */
async function leftBehind(fleet: Fleet): Promise<string[]> {
  const count = async (text: string): Promise<number> => (await fleet.query<{ id: string }>(text)).length
  const rows = await fleet.query<{ id: string; object_key: string }>('select id, object_key from results')
  const objects = new Set(await fleet.objects())
  const named = new Set(rows.map(({ object_key }) => `r/${object_key}`))
  const found: Record<string, number> = {
    'open holds': await count('select id from holds'),
    'accounts with something held': await count('select id from accounts where held <> 0'),
    'claimed keys without an answer': await count('select key_id as id from answers where answer is null'),
    'rows that were not published': await count('select id from results where published = 0'),
    'rows without their object': [...named].filter((key) => !objects.has(key)).length,
    'objects without a row': [...objects].filter((key) => key.startsWith('r/') && !named.has(key)).length,
    'pictures of jobs': [...objects].filter((key) => key.startsWith('jobs/')).length,
  }
  return Object.entries(found).flatMap(([what, number]) => (number > 0 ? [`${number} ${what}`] : []))
}

/** Every charge has its published result, and every such result its charge, exactly once. */
async function unequal(fleet: Fleet, customers: readonly Customer[]): Promise<string[]> {
  const ids = customers.map(({ id }) => id)
  const rows = await fleet.query<{ id: string }>(
    `select coalesce(r.id, l.result_id) as id from (select * from results where account_id = any($1)) r
     full join (select * from ledger where account_id = any($1) and reason = 'charge') l on l.result_id = r.id
     group by 1 having count(l.id) <> 1 or count(r.id) <> 1`,
    [ids],
  )
  return rows.length > 0 ? [`${rows.length} results without exactly one charge`] : []
}
