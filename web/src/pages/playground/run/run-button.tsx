/** The buttons that start a run or its free preview, with what it costs and whether the balance covers it. */
import { run as texts } from '#texts/playground'
import type { Operation } from '../../../code-samples.js'
import { session } from '../../../state/session.js'
import { useStore } from '../../../state/store.js'
import { priceOf, pricesFor } from './prices.js'
import './run.css'

interface RunButtonProps {
  readonly operation: Operation
  readonly fields: Readonly<Record<string, string>>
  /** Which format of ID photo, where one is chosen. */
  readonly what?: string | undefined
  /** What has to be done first. */
  readonly obstacle: string | undefined
  readonly running: boolean
  /** The result is there: saving it comes next. */
  readonly done: boolean
  readonly onStart: () => void
  /** If there is a free preview. */
  readonly onPreview?: (() => void) | undefined
}

export function RunButton({ operation, fields, what, obstacle, running, done, onStart, onPreview }: RunButtonProps) {
  const known = useStore(session)
  const { account, notices } = known ?? {}
  const available = account?.available ?? 0
  const price = priceOf(pricesFor(known), operation, fields)
  const covered = price <= available
  const disabled = obstacle !== undefined
  // Not disabled while it runs: that would lose the focus.
  const unlessRunning = (act: () => void) => (running ? undefined : act)
  return (
    <div class="run">
      {onPreview && (
        <button
          type="button"
          class="button large"
          disabled={disabled}
          aria-disabled={running}
          aria-describedby="run-hint"
          onClick={unlessRunning(onPreview)}
        >
          {texts.preview}
        </button>
      )}
      <div class="run-cost">
        <p>
          <span class="visually-hidden">{texts.costs}: </span>
          <strong>{price === 0 ? texts.free : texts.cost(price)}</strong>
        </p>
        <p class={covered ? 'hint' : 'field-error'} id="run-balance">
          {price > 0 && covered && `${texts.have(available)} ${texts.onlyOnSuccess}`}
          {!covered && `${texts.notEnough(available)} ${notices?.moreCredits ?? ''}`}
        </p>
      </div>
      <button
        type="button"
        class={done ? 'button large' : 'button primary large'}
        disabled={disabled}
        aria-disabled={running}
        aria-describedby="run-balance run-hint"
        onClick={unlessRunning(onStart)}
      >
        {what === undefined ? texts.start[operation] : texts.startWith(texts.start[operation], what)}
      </button>
      <p class="hint" id="run-hint">
        {obstacle}
      </p>
    </div>
  )
}
