/** The tables of jobs. */
import type { ItemState } from '../port.js'

/** A list of images that is worked through without anybody waiting. */
export interface BatchJobsTable {
  id: string
  account_id: string
  key_id: string
  operation: string
  /** The fields of the request as they were sent, as JSON; the images are not among them. */
  parameters: string
  total: number
  /** How many of its images have ended, by how they did. */
  finished: number
  failed: number
  cancelled: number
  /** When one of its images was last begun: whose turn it is goes by this. */
  served_at: number
  created_at: number
  started_at: number | null
  cancelled_at: number | null
  /** Since then nothing of it is open. */
  finished_at: number | null
  expires_at: number | null
}

/** An image of a job. While it is running it belongs to a lease, like everything that is open. */
export interface JobItemsTable {
  job_id: string
  position: number
  /** Where the image is: at an address, or, uploaded, in the object store. */
  source_url: string | null
  input_key: string | null
  state: ItemState
  owner: string | null
  expires_at: number
  /** How often it was put back. */
  tries: number
  failed_downloads: number
  not_before: number
  result_id: string | null
  /** JSON: what the synchronous route would answer, or the error. */
  answer: string | null
  error: string | null
  charged: number
  /** The how-manieth of its job to finish or fail; null for those that did not. */
  ending: number | null
  /** The first time. */
  started_at: number | null
  ended_at: number | null
}
