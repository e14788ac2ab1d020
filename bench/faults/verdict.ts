/** Whether anything was lost, doubled or left behind: ledger, rows, objects and pictures held against what clients got. */
import { fetch } from 'undici'
import { auditOf } from '../../test/support/books.js'
import type { Customer } from './clients.js'
import type { Fleet } from './fleet.js'
import { putAway } from './left-behind.js'
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

export async function judge(fleet: Fleet, customers: readonly Customer[]): Promise<Verdict> {
  const startedAt = Date.now()
  const left = await putAway(fleet)
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
      ...(doubled > 0 ? [`${doubled} results answered to two requests`] : []),
      ...bad.slice(0, 3),
      ...(bad.length > 3 ? [`${bad.length} bad pictures in all`] : []),
      ...left,
    ],
  }
}
