/** The button that starts a run, with what it costs and whether the balance covers it. */
import { run as texts } from '#texts/playground'
import type { Operation } from '../../code-samples.js'
import { session } from '../../state/session.js'
import { useStore } from '../../state/store.js'
import { priceOf } from './prices.js'

interface RunButtonProps {
  readonly operation: Operation
  readonly fields: Readonly<Record<string, string>>
  readonly ready: boolean
  readonly running: boolean
  readonly onStart: () => void
}

export function RunButton({ operation, fields, ready, running, onStart }: RunButtonProps) {
  const available = useStore(session)?.account?.available ?? 0
  const price = priceOf(operation, fields)
  const covered = price <= available
  return (
    <div class="run">
      <div class="run-cost">
        <p>
          <span class="visually-hidden">{texts.costs}: </span>
          <strong>{price === 0 ? texts.free : texts.cost(price)}</strong>
        </p>
        <p class={covered ? 'hint' : 'field-error'} id="run-balance">
          {price === 0 ? '' : covered ? `${texts.have(available)} ${texts.onlyOnSuccess}` : texts.notEnough(available)}
        </p>
      </div>
      <button
        type="button"
        class="button primary large"
        disabled={!ready || running}
        aria-describedby="run-balance run-hint"
        onClick={onStart}
      >
        {texts.start[operation]}
      </button>
      <p class="hint" id="run-hint">
        {ready ? '' : texts.needPhoto}
      </p>
    </div>
  )
}
