/** The next page of a list, where there is one. */
import { common } from '#texts/common'
import type { Pages } from '../hooks/use-pages.js'

export function MoreButton({ more, loading }: Pick<Pages<unknown>, 'more' | 'loading'>) {
  if (!more) return null
  return (
    <button type="button" class="button" disabled={loading} onClick={more}>
      {common.more}
    </button>
  )
}
