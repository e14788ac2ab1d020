/** What goes through the queue: small plain data without any path. Pictures go through the object store. */
import type { Job, JobFiles, Outcome } from '../../imaging/job.js'
import type { DescribedError } from '../described-error.js'
import type { Rank } from '../port.js'

export const QUEUE = 'jobs'
/** Of all keys. The braces put them into one slot of a cluster. */
export const PREFIX = '{silhouette}'

/**
 * To be raised with every change of `QueuedJob` or `QueueReply`, and of what is in them, that an earlier version would
 * misunderstand. Nodes of different formats share Redis, and nothing else: each has jobs, places and workers of its own.
 */
export const JOB_FORMAT = 2

/** Which nodes work together. */
export interface Fleet {
  /** Installations that share a Redis need different ones. */
  readonly prefix: string
  readonly format: number
}
export const FLEET: Fleet = { prefix: PREFIX, format: JOB_FORMAT }
/** Of all keys that nodes of one format share. */
export const keysOf = ({ prefix, format }: Fleet): string => `${prefix}:${format}`

/** A picture that a job reads, by the name that the job knows it by. */
export type InputName = Exclude<keyof JobFiles, 'output'>

export interface QueuedJob {
  readonly job: Job
  readonly inputs: readonly InputName[]
  /** Whose it is: when the slot is gone, nobody wants the job any more. */
  readonly slot: string
  readonly account: string
  readonly rank: Rank
  readonly turn: number
}

export type QueueReply =
  | { readonly type: 'done'; readonly outcome: Outcome; readonly queuedMs: number }
  | { readonly type: 'failed'; readonly error: DescribedError }
  /** Nobody wanted it any more. */
  | { readonly type: 'dropped' }

export const objectKey = (jobId: string, name: keyof JobFiles): string => `${jobId}-${name}`

/** Where the pictures of jobs are while they are on their way; behind it is the object store. */
export interface JobObjects {
  /** The file stays where it is. */
  upload(key: string, file: string): Promise<void>
  /** False when there is no such object. */
  download(key: string, file: string): Promise<boolean>
  delete(keys: readonly string[]): Promise<void>
}
