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
  answer?: { keyId: string; idempotencyKey: string; owner: string; text: string; expiresAt: number } | undefined
}
