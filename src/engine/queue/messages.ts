/** What goes through the queue: small plain data without any path. Pictures go through the object store. */
import { type Job, type JobFiles, type Outcome, WRITTEN_FILES } from '../../imaging/job.js'
import type { DescribedError } from '../described-error.js'
import type { Rank } from '../port.js'

export const QUEUE = 'jobs'
/** The prefix of all keys. The braces put them into one slot of a cluster. */
export const PREFIX = '{silhouette}'

/**
 * To be raised with every change to `QueuedJob` or `QueueReply`, to what they contain, or to what `fleet-state.ts` keeps
 * in Redis, that an earlier version would misunderstand. Nodes of different formats share nothing but Redis: each format
 * has its own jobs, places and workers.
 */
export const JOB_FORMAT = 6

/** Nodes that work together. */
export interface Fleet {
  /** Installations that share a Redis need different ones. */
  readonly prefix: string
  readonly format: number
}
export const FLEET: Fleet = { prefix: PREFIX, format: JOB_FORMAT }
/** The prefix of all keys that nodes of one format share. */
export const keysOf = ({ prefix, format }: Fleet): string => `${prefix}:${format}`

export type FileName = keyof JobFiles

/** By the worker; all other files are read by it. */
export const isWritten = (name: FileName): boolean => WRITTEN_FILES.some((written) => written === name)

export interface QueuedJob {
  readonly job: Job
  /** The files that it reads and writes, by the names that the job uses. */
  readonly files: readonly FileName[]
  /** The slot it belongs to: when that is gone, the job is cancelled. */
  readonly slot: string
  readonly account: string
  readonly rank: Rank
  readonly turn: number
  /** The trace it belongs to, as W3C Trace Context writes it; none where nothing is traced. */
  readonly trace?: string
  /**
   * The worker stores the result where its clients will find it; if no server adopts it within this time, it is
   * deleted. Left out: the result goes back the way the photo came.
   */
  readonly adoptedWithinMs?: number
}

export type QueueReply =
  | {
      readonly type: 'done'
      readonly outcome: Outcome
      readonly queuedMs: number
      /** The id of a result that the worker has stored. */
      readonly stored?: string
    }
  | { readonly type: 'failed'; readonly error: DescribedError }
  /** It had been cancelled. */
  | { readonly type: 'dropped' }

/** The name of a picture in transit. */
export const objectKey = (jobId: string, name: FileName): string => `${jobId}-${name}`

const PICTURES = 'pictures:'
/** Every name that a picture in transit may have. */
const FILE_NAMES = Object.keys({
  input: true,
  background: true,
  base: true,
  output: true,
  sheet: true,
} satisfies Record<FileName, true>) as FileName[]
/** What the pictures of a job are called among the objects that have to be deleted. */
export const picturesNote = (jobId: string): string => `${PICTURES}${jobId}`
/** The other way round, where it is not known which there are; none for a result. Earlier versions noted each picture. */
export const picturesNotedAs = (note: string): readonly string[] => {
  if (resultNameOf(note) !== undefined) return []
  if (!note.startsWith(PICTURES)) return [note]
  return FILE_NAMES.map((name) => objectKey(note.slice(PICTURES.length), name))
}

const RESULT = 'result:'
/** What a stored result is called among the objects that have to be deleted unless somebody adopts them. */
export const resultKey = (name: string): string => `${RESULT}${name}`
/** The other way round; undefined for pictures. */
export const resultNameOf = (key: string): string | undefined =>
  key.startsWith(RESULT) ? key.slice(RESULT.length) : undefined
