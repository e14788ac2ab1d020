/** Who did what to whom, and why. */
import { useCallback, useState } from 'preact/hooks'
import { common } from '#texts/common'
import { operator } from '#texts/operator'
import { listAudit } from '../../api/operator.js'
import type { AuditEntry } from '../../api/types.js'
import { Moment } from '../../components/ago.js'
import { MoreButton } from '../../components/more-button.js'
import { ProblemNotice } from '../../components/notice.js'
import { SearchBox } from '../../components/search-box.js'
import { Skeleton } from '../../components/skeleton.js'
import { type Column, Table } from '../../components/table.js'
import { useDebounced } from '../../hooks/use-debounced.js'
import { usePages } from '../../hooks/use-pages.js'

const texts = operator.audit

const columns: readonly Column<AuditEntry>[] = [
  { name: texts.what, cell: ({ action, detail }) => (texts.actions[action] ?? texts.unknown(action))(detail ?? '') },
  { name: texts.whom, cell: ({ subject }) => subject ?? '–' },
  { name: texts.who, cell: ({ actor }) => texts.actors[actor] ?? actor },
  { name: texts.note, cell: ({ note }) => note ?? <span class="muted">–</span> },
  { name: texts.when, cell: ({ at }) => <Moment at={at} /> },
]

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
      {items && items.length > 0 && (
        <Table caption={texts.title} columns={columns} rows={items} keyOf={({ id }) => id} />
      )}
      <MoreButton more={more} loading={loading} />
    </section>
  )
}
