/** What may read a table from end to end, and why; nothing else may. Backups, moves and migrations are no part of the port. */

/** Methods of the port. */
export const READ_A_WHOLE_TABLE: Readonly<Record<string, string>> = {
  'accounts.count': 'for the operator, who waits a hundred times as long for the next count: server-status.ts',
  'keys.countActive': 'the same',
  'results.totals': 'the same',
}

/** Methods that read an index from some moment on: what they meet is counted on PostgreSQL. */
export const READ_UP_TO_NOW: Readonly<Record<string, string>> = {
  'usage.totalSince': 'one day',
  'requests.errors': 'one day, and of that 10,000 at most',
  'jobs.anyDue': 'as jobs.claim',
  'jobs.claim': 'jobs that have not ended, of which an account has 200 at most',
  'accounts.remove': 'the audit trail since the account was made, for a deletion that is done once',
}

/** Methods that count what waits in an index that has nothing else. */
export const COUNT_ALL_THAT_WAITS: Readonly<Record<string, string>> = {
  'webhookDeliveries.backlog': 'for the metrics, as rarely as the counts for the operator: server-status.ts',
}

/** Methods that no server calls while it answers requests. */
export const OF_THE_COMMAND_LINE = ['accounts.list', 'keys.listOf', 'close']

/** Tables that never have many rows. */
export const SMALL_TABLES: Readonly<Record<string, string>> = {
  holds: 'one for each request that runs',
  failures: 'what requests.errors has selected, which is bounded',
  pings: 'one row',
  secrets: 'a few',
  links: 'every new link deletes those that have expired',
  lanes: 'webhooks for which something waits',
}
