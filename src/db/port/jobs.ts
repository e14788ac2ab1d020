import type { KeptAnswer } from './idempotency-records.js'
import type { LeaseTerm } from './leases.js'
import type { Bookmark, Page, PageRequest } from './paging.js'

export type ItemState = 'waiting' | 'running' | 'finished' | 'failed' | 'cancelled'

/** How many of a job's images are in which state. */
export type ItemCounts = Readonly<Record<ItemState, number>>

/** A list of images that is worked through without anybody waiting. */
export interface BatchJob extends Bookmark {
  accountId: string
  operation: string
  total: number
  counts: ItemCounts
  startedAt: number | null
  cancelledAt: number | null
  /** Since then nothing of it is open. */
  finishedAt: number | null
  expiresAt: number | null
}

/** Where an image is: at an address, or, uploaded, in the object store. */
export type ItemSource = { readonly url: string } | { readonly inputKey: string }

export interface NewJob {
  id: string
  accountId: string
  keyId: string
  createdAt: number
  operation: string
  /** The fields of the request, as JSON. */
  parameters: string
  /** Of its images, in their order. */
  sources: readonly ItemSource[]
}

/** Positions start at 1. */
export interface ItemPlace {
  jobId: string
  position: number
}

/** The right to end an image of a job, as long as the lease lasts. */
export interface ItemClaim extends ItemPlace {
  owner: string
}

export interface JobItem extends ItemPlace {
  state: ItemState
  /** Undefined where the image was uploaded. */
  url: string | undefined
  /** JSON. */
  answer: string | null
  error: string | null
  charged: number
  /** The how-manieth of its job to finish or fail; null for those that did not. */
  ending: number | null
}

/** An image that is to be processed now. */
export interface ClaimedItem extends ItemClaim {
  accountId: string
  keyId: string
  operation: string
  parameters: string
  source: ItemSource
  tries: number
  failedDownloads: number
  /** The first time. */
  startedAt: number
}

/** What has not ended, of all accounts. */
export interface ItemBacklog {
  waiting: number
  running: number
  /** When the oldest job of which an image waits was made. */
  waitingSince: number | null
}

export interface Jobs {
  /**
   * In one transaction with the answer to a request that has an Idempotency-Key. Nothing has happened where the account
   * has that many unfinished jobs already, or where it or the claim is gone.
   */
  create(job: NewJob, openLimit: number, answer?: KeptAnswer): Promise<'created' | 'too many' | 'too late'>
  /** Not expired. */
  find(id: string): Promise<BatchJob | undefined>
  /** Not expired. */
  page(accountId: string, page: PageRequest): Promise<Page<BatchJob>>
  items(jobId: string, afterPosition: number, limit: number): Promise<JobItem[]>
  /** Those that have finished or failed, in the order in which they did. */
  endings(jobId: string, afterEnding: number, limit: number): Promise<JobItem[]>
  /** Images of the account's earlier jobs that have not ended. */
  countAhead(job: Bookmark & { accountId: string }): Promise<number>
  /** Of the account's newest job of this operation that has results: milliseconds per image. Undefined where there is none. */
  usualPace(of: { accountId: string; operation: string }): Promise<number | undefined>
  /** Whether an image is due. */
  anyDue(): Promise<boolean>
  /**
   * The next image of a job that is not cancelled: accounts take turns, each with its oldest job. Of several callers each gets another one; undefined
   * when nothing is due.
   */
  claim(lease: LeaseTerm): Promise<ClaimedItem | undefined>
  /** It waits again, until then at least. False when the lease is lost. */
  putBack(item: ItemClaim, again: { notBefore: number; downloadFailed: boolean }): Promise<boolean>
  /** It has failed for good. False when the lease is lost. */
  fail(item: ItemClaim & { error: string; expiresAt: number }): Promise<boolean>
  backlog(): Promise<ItemBacklog>
  /** Cancels what has not begun and returns how many that were; a job without open images is kept until then. */
  cancel(id: string, expiresAt: number): Promise<number>
  /** Of cancelled jobs: what waits again because it could not be processed, or its server is gone. Returns how many there were. */
  cancelLeft(expiresAt: number): Promise<number>
  /** Images whose lease expired by then wait again; at most so many, and returns how many there were. */
  returnExpired(before: number, limit: number): Promise<number>
  /** Keys of uploaded images that are not needed any more. */
  spentInputs(limit: number): Promise<string[]>
  /** Of an account. */
  inputsOf(accountId: string): Promise<string[]>
  forgetInputs(keys: readonly string[]): Promise<void>
  /** With their images; at most so many, and returns how many there were. */
  forgetExpired(before: number, limit: number): Promise<number>
}
