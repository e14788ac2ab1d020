export interface Usage {
  images: number
  credits: number
}

/** From one time up to another; of one account, or of all. */
export interface UsageRange {
  since: number
  until: number
  accountId?: string | undefined
}

/** Images made and credits spent, by the hour. Settling keeps the count. */
export interface UsageCounter {
  /** UTC days with any usage, oldest first; `day` is its first millisecond. */
  daysOf(accountId: string, since: number): Promise<(Usage & { day: number })[]>
  /** Of all accounts, in hours that began at this time or later. */
  totalSince(since: number): Promise<Usage>
  /** By account and UTC day, oldest first. */
  days(range: UsageRange): Promise<(Usage & { email: string; day: number })[]>
  /** What was charged, by account and operation; free images are not included. */
  operations(range: UsageRange): Promise<(Usage & { email: string; operation: string })[]>
  /** The same of one account by UTC day, oldest first. */
  operationsByDay(range: UsageRange & { accountId: string }): Promise<(Usage & { day: number; operation: string })[]>
}
