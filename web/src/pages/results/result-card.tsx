/** One result: its picture, what it is, and what can be done with it. */
import { results as texts } from '#texts/account'
import type { ListedResult } from '../../api/types.js'
import { Ago } from '../../components/ago.js'
import { CopyButton } from '../../components/copy-button.js'
import { FileName } from '../../components/file-name.js'
import { Icon } from '../../components/icon.js'
import { nameOf, Thumbnail } from '../../components/thumbnail.js'
import { TimeLeft } from '../../components/time-left.js'
import { formatBytes } from '../../format/numbers.js'
import { formatDateTime } from '../../format/times.js'
import { endingOf } from './named.js'

interface ResultCardProps {
  readonly result: ListedResult
  readonly selected: boolean
  readonly onSelect: () => void
  readonly onRename: () => void
  readonly onDelete: () => void
}

export function ResultCard({ result, selected, onSelect, onRename, onDelete }: ResultCardProps) {
  const what = nameOf(result.operation)
  const named = `${result.name ?? what}, ${formatDateTime(result.createdAt)}`
  return (
    <li class={selected ? 'card flush result-card selected' : 'card flush result-card'}>
      <input
        type="checkbox"
        class="result-check"
        checked={selected}
        aria-label={texts.select(named)}
        onChange={onSelect}
      />
      <a href={result.url} target="_blank" rel="noreferrer">
        <Thumbnail result={result} />
      </a>
      <div class="result-facts">
        <p class="result-name">
          <FileName name={result.name ?? what} />
        </p>
        {result.name !== null && <p class="muted">{what}</p>}
        <p class="muted">
          {endingOf(result).toUpperCase()} · {formatBytes(result.bytes)} · <Ago at={result.createdAt} />
        </p>
        <p class="time-left">
          <Icon name="clock" />
          <TimeLeft until={result.expiresAt} />
        </p>
      </div>
      <div class="result-actions">
        <a
          class="icon-button"
          href={result.fileUrl}
          download={result.fileName}
          aria-label={texts.downloadNamed(named)}
          title={texts.download}
        >
          <Icon name="download" />
        </a>
        <CopyButton text={result.url} label={`${texts.copy}: ${named}`} small />
        <button
          type="button"
          class="icon-button"
          aria-label={`${texts.rename}: ${named}`}
          title={texts.rename}
          onClick={onRename}
        >
          <Icon name="rename" />
        </button>
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
