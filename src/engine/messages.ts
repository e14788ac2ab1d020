/** The messages between server and worker. Small plain data; pictures are handed over by path. */
import type { FilesOf, ImageLimits, Job, Outcome } from '../imaging/job.js'
import type { MattingSetup } from '../imaging/matte/finders.js'
import type { NetworkFiles } from '../imaging/networks/choose.js'
import type { DescribedError } from './described-error.js'

export interface WorkerSetup {
  networks: NetworkFiles
  matting: MattingSetup
  threads: number
  limits: ImageLimits
}

export type ToWorker =
  | { type: 'setup'; setup: WorkerSetup }
  | { type: 'job'; job: Job; files: FilesOf<Job>; budgetMs: number }
  /** Ends the running job, if there is one, at its next step. */
  | { type: 'cancel' }

export type FromWorker =
  | { type: 'ready'; memoryBytes: number }
  | { type: 'unusable'; reason: string }
  | { type: 'done'; outcome: Outcome; memoryBytes: number }
  | { type: 'failed'; error: DescribedError; memoryBytes: number }
