/** All results that still exist: by kind, one at a time or many at once. */
import { useCallback, useState } from 'preact/hooks'
import { overview, results as texts } from '#texts/account'
import { common } from '#texts/common'
import type { ListedResult, ResultKind } from '../../api/types.js'
import { deleteResults, listResults, loadCatalog } from '../../api/web.js'
import { Confirm } from '../../components/confirm.js'
import { Empty } from '../../components/empty.js'
import { MoreButton } from '../../components/more-button.js'
import { ProblemNotice } from '../../components/notice.js'
import { Page } from '../../components/page.js'
import { choicesOf, Segmented } from '../../components/segmented.js'
import { formatDuration } from '../../format/times.js'
import { useData } from '../../hooks/use-data.js'
import { usePages } from '../../hooks/use-pages.js'
import { forgetResultNames, recallResultNames } from '../../state/result-names.js'
import { toast } from '../../state/toasts.js'
import { named } from './named.js'
import { RenameResult } from './rename-result.js'
import { ResultCard } from './result-card.js'
import { SelectionBar } from './selection-bar.js'

const PAGE_SIZE = 24
/** As many as the server deletes at once. */
const MAX_SELECTED = 200

export function Results() {
  const [kind, setKind] = useState<keyof typeof texts.kinds>('all')
  const load = useCallback(
    async (before?: string) => {
      const wanted: ResultKind | undefined = kind === 'all' ? undefined : kind
      const [{ results, next }, photoNames] = await Promise.all([
        listResults(PAGE_SIZE, before, wanted),
        recallResultNames(),
      ])
      return { items: results.map((result) => named(result, photoNames)), next }
    },
    [kind],
  )
  const { items, problem, more, loading, reload, remove, change } = usePages(load)
  const catalog = useData(loadCatalog)
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set())
  const [deleting, setDeleting] = useState<readonly ListedResult[]>()
  const [renaming, setRenaming] = useState<ListedResult>()

  const selected = items?.filter(({ id }) => selection.has(id)) ?? []
  const showKind = (wanted: typeof kind): void => {
    setKind(wanted)
    setSelection(new Set()) // what is not shown is not selected
  }
  const toggle = (id: string): void =>
    setSelection((before) =>
      before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id]),
    )

  const confirmDelete = async (results: readonly ListedResult[]): Promise<void> => {
    const ids = new Set(results.map(({ id }) => id))
    await deleteResults([...ids])
    remove(({ id }) => ids.has(id))
    void forgetResultNames(ids)
    setSelection((before) => new Set([...before].filter((id) => !ids.has(id))))
    setDeleting(undefined)
    toast(texts.deleted(ids.size))
  }

  const showRenamed = async (renamed: ListedResult): Promise<void> => {
    const photoNames = await recallResultNames()
    change((result) => (result.id === renamed.id ? named(renamed, photoNames) : result))
  }

  return (
    <Page title={texts.title} lead={texts.lead(catalog.data ? formatDuration(catalog.data.limits.resultTtlMs) : '…')}>
      <Segmented legend={texts.show} choices={choicesOf(texts.kinds)} value={kind} onChange={showKind} />
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {items?.length === 0 && (more ? <p class="muted">{common.noneYet}</p> : <Nothing ofKind={kind !== 'all'} />)}
      {selected.length > 0 && (
        <SelectionBar
          selected={selected}
          onSelectAll={() => setSelection(new Set(items?.slice(0, MAX_SELECTED).map(({ id }) => id)))}
          onClear={() => setSelection(new Set())}
          onDelete={() => setDeleting(selected)}
        />
      )}
      <ul class="result-grid">
        {items
          ? items.map((result) => (
              <ResultCard
                key={result.id}
                result={result}
                selected={selection.has(result.id)}
                onSelect={() => toggle(result.id)}
                onRename={() => setRenaming(result)}
                onDelete={() => setDeleting([result])}
              />
            ))
          : !problem && Array.from({ length: 8 }, (_, index) => <li key={index} class="skeleton result-room" />)}
      </ul>
      <MoreButton more={more} loading={loading} />
      {renaming && (
        <RenameResult
          result={renaming}
          onRenamed={(result) => void showRenamed(result)}
          onClose={() => setRenaming(undefined)}
        />
      )}
      {deleting && (
        <Confirm
          title={texts.deleteTitle(deleting.length)}
          text={texts.deleteText(deleting.length)}
          yes={texts.deleteYes(deleting.length)}
          onConfirm={() => confirmDelete(deleting)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Page>
  )
}

function Nothing({ ofKind }: { ofKind: boolean }) {
  return (
    <div class="card">
      {ofKind ? (
        <Empty icon="image" title={texts.noneOfKind} text={texts.noneOfKindText} />
      ) : (
        <Empty icon="image" title={texts.empty} text={texts.emptyText}>
          <a class="button primary" href="/playground">
            {overview.tryIt}
          </a>
        </Empty>
      )}
    </div>
  )
}
