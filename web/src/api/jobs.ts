/** Jobs of the account. */
import type { OwnJob, OwnJobItem } from './types.js'
import { call, query } from './web.js'

const at = (id: string, what = ''): string => `/web/jobs/${encodeURIComponent(id)}${what}`

export const listJobs = (before?: string): Promise<{ jobs: OwnJob[]; next: string | null }> =>
  call('GET', `/web/jobs${query({ before })}`)
export const readJob = (
  id: string,
  after?: string,
): Promise<{ job: OwnJob; items: OwnJobItem[]; next: number | null }> => call('GET', at(id, query({ after })))
export const cancelJob = (id: string): Promise<OwnJob> => call('POST', at(id, '/cancel'))
