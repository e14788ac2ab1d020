/** Jobs and their images in words, for people. */
import type { Job, JobItem, JobSummary } from '../../client/index.js'

/** `3 of 10 done, 1 failed, 5 waiting, 1 running` */
export function countsInWords({ counts }: JobSummary): string {
  const { total, finished, ...others } = counts
  const parts = (['failed', 'cancelled', 'running', 'waiting'] as const).flatMap((state) =>
    others[state] > 0 ? [`${others[state]} ${state}`] : [],
  )
  return [`${finished} of ${total} done`, ...parts].join(', ')
}

/** What its owner calls it. */
export const nameOf = ({ image_url, position }: JobItem): string => image_url ?? `image ${position}`

export interface Failures {
  readonly code: string
  readonly message: string
  readonly images: readonly string[]
}

/** Those with the same reason together, the most frequent first. */
export function failuresByReason(failed: readonly JobItem[]): Failures[] {
  const groups = new Map<string, { code: string; message: string; images: string[] }>()
  for (const item of failed) {
    const { code = '', message = '' } = item.error ?? {}
    const group = groups.get(message) ?? { code, message, images: [] }
    group.images.push(nameOf(item))
    groups.set(message, group)
  }
  return [...groups.values()].toSorted((a, b) => b.images.length - a.images.length)
}

/** Of one reason; the rest is in `--json`. */
const MOST_NAMED = 5

export function linesOf(job: Job, failures: readonly Failures[]): string[] {
  const { id, operation, state, created_at, finished_at, expected_end, expires_at, ahead } = job
  return [
    `${id}: ${operation}, ${state}; ${countsInWords(job)}`,
    `Created ${created_at}`,
    ...(ahead > 0 ? [`${ahead} images of your earlier jobs come first`] : []),
    ...(expected_end === undefined ? [] : [`Expected to end ${expected_end}`]),
    ...(finished_at === undefined ? [] : [`Ended ${finished_at}`]),
    ...(expires_at === undefined ? [] : [`Kept until ${expires_at}`]),
    ...failures.flatMap(({ message, images }) => [
      `${images.length} failed: ${message}`,
      ...images.slice(0, MOST_NAMED).map((image) => `  ${image}`),
      ...(images.length > MOST_NAMED ? [`  and ${images.length - MOST_NAMED} more`] : []),
    ]),
  ]
}
