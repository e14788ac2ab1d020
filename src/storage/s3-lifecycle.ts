/**
 * A rule by which the bucket itself deletes results, some time after the sweep should have: a second line of defence,
 * for results whose server never came back. Two more cover what is on its way to workers, and uploads that wait for their
 * turn. Other rules of the bucket are kept.
 */
import type { S3Client } from './s3-client.js'
import { bodyOf, md5Of } from './s3-store.js'

const DAY_MS = 24 * 3_600_000
const RULE_ID = 'silhouette-results'
/** Pictures on their way exist for minutes; uploads of jobs, until their turn. */
const OTHER_RULES = [
  { id: 'silhouette-jobs', area: 'jobs', days: 1 },
  { id: 'silhouette-uploads', area: 'uploads', days: 8 },
] as const

export interface ExpiryRule {
  readonly id: string
  readonly bucket: string
  readonly prefix: string
  readonly days: number
  /** Other rules of the same bucket. */
  readonly othersKept: number
}

export interface ExpiringAreas {
  readonly results: string
  readonly jobs: string
  readonly uploads: string
}

/** Sets the rules and returns the one for results. */
export async function setExpiryRule(client: S3Client, areas: ExpiringAreas, resultTtlMs: number): Promise<ExpiryRule> {
  const prefix = `${client.place.prefix}${areas.results}`
  // Stores delete at midnight and round as they like: never before the sweep.
  const days = Math.ceil(resultTtlMs / DAY_MS) + 1
  const others = (await rulesOf(client)).filter((rule) => !/<ID>silhouette-(results|jobs|uploads)<\/ID>/.test(rule))
  const ours = [
    ruleOf(RULE_ID, prefix, days),
    ...OTHER_RULES.map((rule) => ruleOf(rule.id, `${client.place.prefix}${areas[rule.area]}`, rule.days)),
  ]
  const xml = `<LifecycleConfiguration xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${[...others, ...ours].join('')}</LifecycleConfiguration>`
  const body = bodyOf(Buffer.from(xml))
  const headers = { 'content-type': 'application/xml', 'content-md5': md5Of(body.content) }
  await (await client.send({ method: 'PUT', key: '', query: 'lifecycle=', headers, body }))?.body.dump()
  return { id: RULE_ID, bucket: client.place.bucket, prefix, days, othersKept: others.length }
}

const ruleOf = (id: string, prefix: string, days: number): string =>
  `<Rule><ID>${id}</ID><Filter><Prefix>${prefix}</Prefix></Filter><Status>Enabled</Status>` +
  `<Expiration><Days>${days}</Days></Expiration></Rule>`

/** None when the bucket has no rules: that is a 404. */
async function rulesOf(client: S3Client): Promise<string[]> {
  const reply = await client.send({ method: 'GET', key: '', query: 'lifecycle=' })
  return (await reply?.body.text())?.match(/<Rule>.*?<\/Rule>/gs) ?? []
}
