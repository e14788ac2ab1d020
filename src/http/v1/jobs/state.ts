/** A job as its owner sees it. */
import type { ProcessedImage } from '../../../service/images/process-image.js'
import type { MadeJob } from '../../../service/jobs/create-job.js'
import { expectedEnd, type Standing } from '../../../service/jobs/expected-end.js'
import { type BatchJob, type JobItem, stateOf } from '../../../service/jobs/jobs.js'
import type { Answer } from '../image-route.js'

const time = (at: number): string => new Date(at).toISOString()

export function describeJob(job: BatchJob, now: number, standing?: Standing) {
  const { id, operation, createdAt, expiresAt, finishedAt, total, counts } = job
  const end = expectedEnd(job, now, standing)
  return {
    id,
    operation,
    state: stateOf(job),
    created_at: time(createdAt),
    ...(finishedAt !== null && { finished_at: time(finishedAt) }),
    ...(expiresAt !== null && { expires_at: time(expiresAt) }),
    counts: { total, ...counts },
    ...(end !== undefined && { expected_end: time(end) }),
  }
}

export function describeItem({ position, state, url, answer, error, charged }: JobItem) {
  return {
    position,
    state,
    ...(url !== undefined && { image_url: url }),
    ...(answer !== null && { result: JSON.parse(answer) as ResultDocument }),
    ...(error !== null && { error: JSON.parse(error) as { code: string; message: string } }),
    credits_charged: charged,
  }
}

/** What a route of its own says in headers. */
export function describeResult({ url, warnings = [], styleRecipe, confidence, watermark, formats, pictures }: Answer) {
  return {
    url,
    warnings,
    ...(formats && { formats: formats.map(({ format, ...it }) => ({ name: format, ...it })) }),
    ...(pictures && { pictures }),
    ...(styleRecipe !== undefined && { style_recipe: styleRecipe }),
    ...(confidence !== undefined && { confidence }),
    ...(watermark && { watermark }),
  }
}

/** What /v1.0 says in headers beside that. */
export function describePicture(outcome: ProcessedImage['outcome']) {
  const { width, height, foreground } = outcome
  const type = outcome.kind === 'cutout' ? outcome.subjectClass : undefined
  return { width, height, foreground, ...(type && { type }) }
}

type ResultDocument = ReturnType<typeof describeResult> & Partial<ReturnType<typeof describePicture>>

/** With a page of its images. */
export const describeWhole = (
  job: BatchJob,
  standing: Standing,
  items: readonly JobItem[],
  limit: number,
  now: number,
) => {
  const page = items.slice(0, limit)
  return {
    ...describeJob(job, now, standing),
    ahead: standing.ahead,
    items: page.map(describeItem),
    ...(items.length > limit && { next: page.at(-1)?.position }),
  }
}

export type JobDocument = ReturnType<typeof describeWhole>

export function describeNew({ job, sources, ahead }: MadeJob, limit: number, now: number): JobDocument {
  const items = sources.slice(0, limit + 1).map((source, index) => ({
    jobId: job.id,
    position: index + 1,
    state: 'waiting' as const,
    url: 'url' in source ? source.url : undefined,
    answer: null,
    error: null,
    charged: 0,
    ending: null,
  }))
  return describeWhole(job, { ahead }, items, limit, now)
}
