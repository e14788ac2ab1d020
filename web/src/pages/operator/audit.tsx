/** Who did what to whom, and why. */
import { useCallback, useState } from 'preact/hooks'
import { common } from '#texts/common'
import { operator } from '#texts/operator'
import { type AuditEntry, listAudit } from '../../api/operator.js'
import { ProblemNotice } from '../../components/notice.js'
import { SearchBox } from '../../components/search-box.js'
import { Skeleton } from '../../components/skeleton.js'
import { formatDateTime } from '../../format/times.js'
import { useDebounced } from '../../hooks/use-debounced.js'
import { usePages } from '../../hooks/use-pages.js'

const texts = operator.audit

export function Audit() {
  const [text, setText] = useState('')
  const search = useDebounced(text)
  const load = useCallback(
    async (before?: string) => {
      const { entries, next } = await listAudit(search, before)
      return { items: entries, next }
    },
    [search],
  )
  const { items, problem, more, loading, reload } = usePages(load)
  return (
    <section class="section" aria-labelledby="audit">
      <div class="section-head">
        <h2 id="audit">{texts.title}</h2>
        <SearchBox value={text} label={texts.search} placeholder={operator.searchPlaceholder} onChange={setText} />
      </div>
      <p class="muted">{texts.lead}</p>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!items && !problem && <Skeleton rows={4} tall />}
      {items?.length === 0 && (
        <p class="muted">{more ? common.noneYet : search === '' ? texts.empty : texts.noMatch}</p>
      )}
      {items && items.length > 0 && <Rows entries={items} />}
      {more && (
        <button type="button" class="button" disabled={loading} onClick={more}>
          {common.more}
        </button>
      )}
    </section>
  )
}

function Rows({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <div class="card flush">
      <table class="table cards-when-narrow">
        <caption class="visually-hidden">{texts.title}</caption>
        <thead>
          <tr>
            <th scope="col">{texts.what}</th>
            <th scope="col">{texts.whom}</th>
            <th scope="col">{texts.who}</th>
            <th scope="col">{texts.note}</th>
            <th scope="col">{texts.when}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <th scope="row">{(texts.actions[entry.action] ?? texts.unknown(entry.action))(entry.detail ?? '')}</th>
              <td data-label={texts.whom}>{entry.subject ?? '–'}</td>
              <td data-label={texts.who}>{texts.actors[entry.actor] ?? entry.actor}</td>
              <td data-label={texts.note}>{entry.note ?? <span class="muted">–</span>}</td>
              <td data-label={texts.when}>
                <time dateTime={new Date(entry.at).toISOString()}>{formatDateTime(entry.at)}</time>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
