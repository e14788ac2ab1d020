/** A countdown until something expires. */
import { time } from '#texts/common'
import { formatDateTime, formatSpan } from '../format/times.js'
import { useNow } from '../hooks/use-now.js'

export function TimeLeft({ until }: { until: number }) {
  const left = until - useNow()
  return (
    <time
      dateTime={new Date(until).toISOString()}
      title={formatDateTime(until)}
      class={left < 3_600_000 ? 'soon' : undefined}
    >
      {left > 0 ? time.left(formatSpan(left)) : time.gone}
    </time>
  )
}
