/** What can be done with several results at once. */
import { useState } from 'preact/hooks'
import { results as texts } from '#texts/account'
import { type Problem, toProblem } from '../../api/problem.js'
import type { ListedResult } from '../../api/types.js'
import { Icon } from '../../components/icon.js'
import { ProblemNotice } from '../../components/notice.js'
import { saveFile } from '../../files/save-file.js'
import { dayText } from '../../format/times.js'
import { toast } from '../../state/toasts.js'
import { zipResults } from './zip-results.js'

interface SelectionBarProps {
  readonly selected: readonly ListedResult[]
  readonly onSelectAll: () => void
  readonly onClear: () => void
  readonly onDelete: () => void
}

export function SelectionBar({ selected, onSelectAll, onClear, onDelete }: SelectionBarProps) {
  const [packed, setPacked] = useState<number>()
  const [problem, setProblem] = useState<Problem>()
  const pack = async (): Promise<void> => {
    setPacked(0)
    setProblem(undefined)
    try {
      const { zip, missing } = await zipResults(selected, setPacked)
      saveFile(zip, texts.zipName(dayText(Date.now())))
      if (missing > 0) toast(texts.zipMissing(missing))
    } catch (error) {
      setProblem(toProblem(error))
    } finally {
      setPacked(undefined)
    }
  }
  const busy = packed !== undefined
  return (
    <section class="selection-bar" aria-label={texts.selection}>
      <p role="status">{busy ? texts.zipping(packed, selected.length) : texts.selected(selected.length)}</p>
      <div class="buttons">
        <button type="button" class="button small" onClick={onSelectAll}>
          {texts.selectAll}
        </button>
        <button type="button" class="button small" onClick={onClear}>
          {texts.unselect}
        </button>
        <button type="button" class="button small" aria-busy={busy} disabled={busy} onClick={() => void pack()}>
          <Icon name="download" />
          {texts.zip}
        </button>
        <button type="button" class="button small danger" disabled={busy} onClick={onDelete}>
          <Icon name="trash" />
          {texts.deleteSelected}
        </button>
      </div>
      {problem && <ProblemNotice problem={problem} onRetry={() => void pack()} />}
    </section>
  )
}
