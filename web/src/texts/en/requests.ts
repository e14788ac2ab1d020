/** The log of requests, of one account and of all. */
export const requests = {
  title: 'Requests',
  nav: 'Requests',
  lead: (days: number): string =>
    `Every API call with one of your keys, kept for ${days} ${days === 1 ? 'day' : 'days'}. Photos, addresses, file names and prompts are not recorded.`,
  leadOfAll: (days: number): string =>
    `Every API call with a known key, kept for ${days} ${days === 1 ? 'day' : 'days'}. Photos, addresses, file names and prompts are not recorded.`,
  off: 'This server keeps no log of requests (REQUEST_LOG_DAYS is 0).',
  list: 'Requests, newest first',
  filters: 'Filters',
  time: 'Time',
  route: 'Route',
  request: 'Request',
  status: 'Status',
  code: 'Error code',
  key: 'Key',
  account: 'Account',
  duration: 'Duration',
  credits: 'Credits',
  id: 'Request id',
  copyId: (id: string): string => `Copy request id ${id}`,
  any: 'All',
  statuses: { 2: 'Succeeded (2xx)', 4: 'Refused (4xx)', 5: 'Failed (5xx)' } as Readonly<Record<string, string>>,
  gone: 'client disconnected',
  /** By why a result is watermarked. */
  watermarks: {
    preview: 'Watermarked: a preview was asked for',
    no_credit: 'Watermarked: too few credits for size=auto to be full',
  } as Readonly<Record<string, string>>,
  goneKey: 'Deleted key',
  goneAccount: 'Deleted account',
  range: 'Period',
  ranges: { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days', custom: 'Custom' } as Readonly<
    Record<string, string>
  >,
  from: 'From',
  to: 'To',
  clear: 'Clear filters',
  live: 'Live',
  liveHint: 'New requests appear automatically.',
  csv: 'Download CSV',
  empty: 'No requests yet',
  emptyText: 'Calls with one of your keys appear here a moment after they are answered.',
  noMatch: 'No request matches these filters.',
  noMatchText: 'Try a longer period, or fewer filters.',
}
