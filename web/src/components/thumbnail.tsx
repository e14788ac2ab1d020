/** A small picture of a result on a checkerboard, in a space of fixed size. */
import { useState } from 'preact/hooks'
import { results } from '#texts/account'
import { operations } from '#texts/common'
import type { ListedResult } from '../api/types.js'
import { formatDateTime } from '../format/times.js'

export const nameOf = (operation: string): string => operations[operation] ?? operation

export function Thumbnail({ result }: { result: ListedResult }) {
  const [state, setState] = useState<'waiting' | 'shown' | 'failed'>(
    result.thumbnailUrl === null ? 'failed' : 'waiting',
  )
  const alt = results.alt(nameOf(result.operation), formatDateTime(result.createdAt))
  return (
    <span class={`thumbnail ${state === 'shown' ? 'checker' : 'skeleton'}`}>
      {state === 'failed' ? (
        <span class="muted">{results.noThumbnail}</span>
      ) : (
        <img
          src={result.thumbnailUrl ?? ''}
          alt={alt}
          loading="lazy"
          class={state === 'shown' ? undefined : 'faded'}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </span>
  )
}
