/** The results still kept: view, download, delete. */
import { useCallback, useState } from 'preact/hooks'
import { overview, results as texts } from '#texts/account'
import { common } from '#texts/common'
import type { ResultRecord } from '../api/types.js'
import { deleteResult, listResults, loadCatalog } from '../api/web.js'
import { Ago } from '../components/ago.js'
import { Confirm } from '../components/confirm.js'
import { CopyButton } from '../components/copy-button.js'
import { Empty } from '../components/empty.js'
import { Icon } from '../components/icon.js'
import { ProblemNotice } from '../components/notice.js'
import { Page } from '../components/page.js'
import { nameOf, Thumbnail } from '../components/thumbnail.js'
import { TimeLeft } from '../components/time-left.js'
import { formatBytes } from '../format/numbers.js'
import { formatDateTime, formatDuration } from '../format/times.js'
import { useData } from '../hooks/use-data.js'
import { usePages } from '../hooks/use-pages.js'
import { toast } from '../state/toasts.js'

const PAGE_SIZE = 24

export function Results() {
  const load = useCallback(async (before?: string) => {
    const { results, next } = await listResults(PAGE_SIZE, before)
    return { items: results, next }
  }, [])
  const { items, problem, more, loading, reload, remove } = usePages(load)
  const catalog = useData(loadCatalog)
  const [deleting, setDeleting] = useState<ResultRecord>()

  const confirmDelete = async ({ id }: ResultRecord): Promise<void> => {
    await deleteResult(id)
    remove((result) => result.id === id)
    setDeleting(undefined)
    toast(texts.deleted)
  }

  return (
    <Page title={texts.title} lead={texts.lead(catalog.data ? formatDuration(catalog.data.limits.resultTtlMs) : '…')}>
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {items?.length === 0 && (
        <div class="card">
          <Empty icon="image" title={texts.empty} text={texts.emptyText}>
            <a class="button primary" href="/playground">
              {overview.tryIt}
            </a>
          </Empty>
        </div>
      )}
      <ul class="result-grid">
        {items
          ? items.map((result) => <ResultCard key={result.id} result={result} onDelete={() => setDeleting(result)} />)
          : !problem && Array.from({ length: 8 }, (_, index) => <li key={index} class="skeleton result-room" />)}
      </ul>
      {more && (
        <button type="button" class="button" disabled={loading} onClick={more}>
          {common.more}
        </button>
      )}
      {deleting && (
        <Confirm
          title={texts.deleteTitle}
          text={texts.deleteText}
          yes={texts.deleteYes}
          onConfirm={() => confirmDelete(deleting)}
          onClose={() => setDeleting(undefined)}
        />
      )}
    </Page>
  )
}

function ResultCard({ result, onDelete }: { result: ResultRecord; onDelete: () => void }) {
  const what = nameOf(result.operation)
  const named = `${what}, ${formatDateTime(result.createdAt)}`
  return (
    <li class="card flush result-card">
      <a href={result.url} target="_blank" rel="noreferrer">
        <Thumbnail result={result} />
      </a>
      <div class="result-facts">
        <p class="result-name">{what}</p>
        <p class="muted">
          <Ago at={result.createdAt} /> · {formatBytes(result.bytes)}
        </p>
        <p class="time-left">
          <Icon name="clock" />
          <TimeLeft until={result.expiresAt} />
        </p>
      </div>
      <div class="result-actions">
        <DownloadLink result={result} named={named} />
        <CopyButton text={result.url} label={`${texts.copy}: ${named}`} small />
        <button
          type="button"
          class="icon-button danger"
          aria-label={`${texts.delete}: ${named}`}
          title={texts.delete}
          onClick={onDelete}
        >
          <Icon name="trash" />
        </button>
      </div>
    </li>
  )
}

/** Browsers ignore `download` for files on another host; the picture then opens instead, which is just as good. */
function DownloadLink({ result, named }: { result: ResultRecord; named: string }) {
  return (
    <a class="icon-button" href={result.url} download aria-label={texts.downloadNamed(named)} title={texts.download}>
      <Icon name="download" />
    </a>
  )
}
