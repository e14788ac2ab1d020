/** A small picture of a result, on a checkerboard, in a room of fixed size. */
import { useState } from 'preact/hooks'
import { results } from '#texts/account'
import { operations } from '#texts/common'
import type { ResultRecord } from '../api/types.js'
import { formatDateTime } from '../format/times.js'

export const nameOf = (operation: string): string => operations[operation] ?? operation

export function Thumbnail({ result }: { result: ResultRecord }) {
  const [failed, setFailed] = useState(false)
  const alt = results.alt(nameOf(result.operation), formatDateTime(result.createdAt))
  return (
    <span class="thumbnail checker">
      {failed || result.thumbnailUrl === null ? (
        <span class="muted">{results.noThumbnail}</span>
      ) : (
        <img src={result.thumbnailUrl} alt={alt} loading="lazy" decoding="async" onError={() => setFailed(true)} />
      )}
    </span>
  )
}
