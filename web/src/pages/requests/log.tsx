/** The log with its filters, of one account or of all. While it is live, new lines appear automatically. */
import { useCallback, useMemo, useRef, useState } from 'preact/hooks'
import { common } from '#texts/common'
import { requests as texts } from '#texts/requests'
import { type LogScope, listRequests, requestsFile } from '../../api/log.js'
import type { LoggedRequest } from '../../api/types.js'
import { listKeys } from '../../api/web.js'
import { Empty } from '../../components/empty.js'
import { Icon } from '../../components/icon.js'
import { MoreButton } from '../../components/more-button.js'
import { ProblemNotice } from '../../components/notice.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'
import { usePages } from '../../hooks/use-pages.js'
import { useRefresh } from '../../hooks/use-refresh.js'
import { rewriteQuery, route } from '../../router.js'
import { useStore } from '../../state/store.js'
import { type Filter, filterIn, nothing, queryOf, withFilter } from './filter.js'
import { Filters, type KeyOption } from './filters.js'
import { RequestTable } from './table.js'
import './requests.css'

const LIVE_MS = 2000

interface LogProps {
  readonly scope: LogScope
  readonly onKept: (days: number) => void
}

export function RequestLog({ scope, onKept }: LogProps) {
  const { query } = useStore(route)
  const address = query.toString()
  const filter = useMemo(() => filterIn(new URLSearchParams(address)), [address])
  const [live, setLive] = useState(false)
  const load = useCallback(
    async (before?: string) => {
      const { requests, next, daysKept } = await listRequests(scope, queryOf(filter, Date.now()), before)
      onKept(daysKept)
      return { items: requests, next }
    },
    [scope, filter, onKept],
  )
  const { items, problem, more, loading, reload } = usePages(load)
  useRefresh(live ? reload : undefined, LIVE_MS)
  const showMore = (): void => {
    setLive(false) // or the next refresh would remove the older lines again
    more?.()
  }
  const change = (to: Filter): void => rewriteQuery(withFilter(query, to))
  const narrowed = Object.keys(filter).length > 0

  return (
    <div class="stack">
      <Filters scope={scope} filter={filter} keys={useKeys(scope, items)} onChange={change} />
      <div class="log-actions">
        <label class="check">
          <input type="checkbox" checked={live} onChange={(event) => setLive(event.currentTarget.checked)} />
          {texts.live}
        </label>
        <span class="hint" role="status">
          {live ? texts.liveHint : ''}
        </span>
        {narrowed && (
          <button type="button" class="button small" onClick={() => change(nothing)}>
            {texts.clear}
          </button>
        )}
        <a class="button small" href={requestsFile(scope, queryOf(filter, Date.now()))} download="requests.csv">
          <Icon name="download" />
          {texts.csv}
        </a>
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!items && !problem && <Skeleton rows={6} tall />}
      {items?.length === 0 && (more ? <p class="muted">{common.noneYet}</p> : <Nothing narrowed={narrowed} />)}
      {items && items.length > 0 && <RequestTable scope={scope} lines={items} />}
      <MoreButton more={more && showMore} loading={loading} />
    </div>
  )
}

function Nothing({ narrowed }: { narrowed: boolean }) {
  return (
    <div class="card">
      {narrowed ? (
        <Empty icon="search" title={texts.noMatch} text={texts.noMatchText} />
      ) : (
        <Empty icon="requests" title={texts.empty} text={texts.emptyText} />
      )}
    </div>
  )
}

/** The keys to choose from: the account's own, and all that the list has shown so far. */
function useKeys(scope: LogScope, lines: readonly LoggedRequest[] | undefined): readonly KeyOption[] {
  const { data } = useData(async () => (scope === 'own' ? (await listKeys()).keys : []))
  const seen = useRef(new Map<string, string>())
  for (const { id, name, prefix } of data ?? []) seen.current.set(id, `${name} (${prefix}…)`)
  for (const { keyId, keyName, keyPrefix } of lines ?? [])
    seen.current.set(keyId, keyName ? `${keyName} (${keyPrefix}…)` : keyId)
  return [...seen.current]
}
