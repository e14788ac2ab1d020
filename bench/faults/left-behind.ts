/** What rows and objects say, whoever made them. Once everything was put away, each agrees with the others. */
import { setTimeout as sleep } from 'node:timers/promises'

export interface Stores {
  /** As somebody who looks on. */
  query<Row extends object>(text: string): Promise<Row[]>
  /** The keys of all objects: results as `r/…`, pictures on their way to a worker as `jobs/…`. */
  objects(): Promise<string[]>
}

/** Leases of 60 s, pictures of jobs that were left behind, 165 s, and a sweep every 30 s. */
const PUT_AWAY_MS = 240_000
const LOOK_EVERY_MS = 3000

/** Waits until nothing is left behind, but not for ever; what still is, in words. */
export async function putAway(stores: Stores): Promise<string[]> {
  for (const until = Date.now() + PUT_AWAY_MS; ; await sleep(LOOK_EVERY_MS)) {
    const left = await leftBehind(stores)
    if (left.length === 0 || Date.now() > until) return left
  }
}

async function leftBehind(stores: Stores): Promise<string[]> {
  const count = async (text: string): Promise<number> => (await stores.query(text)).length
  const rows = await stores.query<{ id: string; object_key: string }>('select id, object_key from results')
  const charges = await stores.query<{ result_id: string }>("select result_id from ledger where reason = 'charge'")
  const objects = new Set(await stores.objects())
  const named = new Set(rows.map(({ object_key }) => `r/${object_key}`))
  const [results, charged] = [new Set(rows.map(({ id }) => id)), new Set(charges.map(({ result_id }) => result_id))]
  const found: Record<string, number> = {
    'open holds': await count('select id from holds'),
    'accounts with something held': await count('select id from accounts where held <> 0'),
    'claimed keys without an answer': await count('select key_id from answers where answer is null'),
    'rows that were not published': await count('select id from results where published = 0'),
    'rows without their object': [...named].filter((key) => !objects.has(key)).length,
    'objects without a row': [...objects].filter((key) => key.startsWith('r/') && !named.has(key)).length,
    'pictures of jobs': [...objects].filter((key) => key.startsWith('jobs/')).length,
    'results that nobody was charged for': [...results].filter((id) => !charged.has(id)).length,
    'charges without their result': [...charged].filter((id) => !results.has(id)).length,
    'results charged twice': charges.length - charged.size,
  }
  return Object.entries(found).flatMap(([what, number]) => (number > 0 ? [`${number} ${what}`] : []))
}
