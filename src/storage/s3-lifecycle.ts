/**
 * A rule by which the bucket itself deletes results, some time after the sweep should have: the second line, for results
 * whose server never came back. Rules of others in the same bucket are kept.
 */
import type { S3Client } from './s3-client.js'
import { bodyOf, md5Of } from './s3-store.js'

const DAY_MS = 24 * 3_600_000
const RULE_ID = 'silhouette-results'

export interface ExpiryRule {
  readonly id: string
  readonly bucket: string
  readonly prefix: string
  readonly days: number
  /** Rules of others in the same bucket. */
  readonly othersKept: number
}

export async function setExpiryRule(client: S3Client, area: string, resultTtlMs: number): Promise<ExpiryRule> {
  const prefix = `${client.place.prefix}${area}`
  // Stores delete at midnight and round as they like: never before the sweep.
  const days = Math.ceil(resultTtlMs / DAY_MS) + 1
  const others = (await rulesOf(client)).filter((rule) => !rule.includes(`<ID>${RULE_ID}</ID>`))
  const ours =
    `<Rule><ID>${RULE_ID}</ID><Filter><Prefix>${prefix}</Prefix></Filter><Status>Enabled</Status>` +
    `<Expiration><Days>${days}</Days></Expiration></Rule>`
  const xml = `<LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${others.join('')}${ours}</LifecycleConfiguration>`
  const body = bodyOf(Buffer.from(xml))
  const headers = { 'content-type': 'application/xml', 'content-md5': md5Of(body.content) }
  await (await client.send({ method: 'PUT', key: '', query: 'lifecycle=', headers, body }))?.body.dump()
  return { id: RULE_ID, bucket: client.place.bucket, prefix, days, othersKept: others.length }
}

/** None when the bucket has no rules: that is a 404. */
async function rulesOf(client: S3Client): Promise<string[]> {
  const reply = await client.send({ method: 'GET', key: '', query: 'lifecycle=' })
  return (await reply?.body.text())?.match(/<Rule>.*?<\/Rule>/gs) ?? []
}
