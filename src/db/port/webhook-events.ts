export interface NewEvent {
  accountId: string
  /** Such as `job.finished`. */
  type: string
  data: object
  /** For this webhook alone; left out: for all of the account that are not disabled. */
  webhookId?: string | undefined
}

/** Events are written in the transaction of what they tell: see `db/webhook-events.ts`. */
export interface WebhookEvents {
  /** In a transaction of its own. False when there is nobody to tell: then nothing is written. */
  record(event: NewEvent): Promise<boolean>
  /** Deletes those older than that, with their log, at most so many; returns how many there were. */
  forget(before: number, limit: number): Promise<number>
}
