import type { KeptAnswer } from './idempotency-records.js'
import type { ItemClaim } from './jobs.js'

/** The end of an image: everything that takes effect with its charge. */
export interface Settlement {
  accountId: string
  /** What the ledger calls it. */
  operation: string
  /** Charged; without one the image is counted as free. */
  holdId?: string | undefined
  /** Published until that time. */
  result?: { id: string; expiresAt: number } | undefined
  /** The claim of this owner gets its answer, kept until that time. */
  answer?: KeptAnswer | undefined
  /** The image of a job that this owner works on is finished; its job, if that was the last one, is kept until then. */
  item?: (ItemClaim & { answer: string; charged: number; expiresAt: number }) | undefined
}
