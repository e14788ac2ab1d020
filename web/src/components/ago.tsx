/** When something happened: relative to now, with the exact time as its title, or the exact time itself. */
import { common } from '#texts/common'
import { formatAgo, formatDateTime } from '../format/times.js'
import { useNow } from '../hooks/use-now.js'

export function Ago({ at }: { at: number }) {
  return (
    <time dateTime={new Date(at).toISOString()} title={formatDateTime(at)}>
      {formatAgo(at, useNow())}
    </time>
  )
}

export const Moment = ({ at, format = formatDateTime }: { at: number; format?: (at: number) => string }) => (
  <time dateTime={new Date(at).toISOString()}>{format(at)}</time>
)

export function LastUsed({ at }: { at: number | null }) {
  return at === null ? <span class="muted">{common.never}</span> : <Ago at={at} />
}
