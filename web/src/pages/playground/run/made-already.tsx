/** Replaces the button that starts a run when its result is already there. Making it again is confirmed where it costs something. */
import { useState } from 'preact/hooks'
import { run as texts } from '#texts/playground'
import { Confirm } from '../../../components/confirm.js'
import { session } from '../../../state/session.js'
import { useStore } from '../../../state/store.js'
import { SaveButton } from '../result/save-button.js'
import { priceOf, pricesFor } from './prices.js'
import type { RunResult } from './use-run.js'

interface MadeAlreadyProps {
  readonly result: RunResult
  readonly running: boolean
  readonly onSave: () => Promise<void>
  readonly onAgain: () => void
}

export function MadeAlready({ result, running, onSave, onAgain }: MadeAlreadyProps) {
  const [asking, setAsking] = useState(false)
  const known = useStore(session)
  const available = known?.account?.available ?? 0
  const price = priceOf(pricesFor(known), result.operation, result.fields)
  const balance = price <= available ? texts.have(available) : texts.notEnough(available)
  return (
    <div class="run">
      <p class="hint">{price > 0 ? texts.madePaid : texts.made}</p>
      <SaveButton large label={texts.saveMade} onSave={onSave} />
      {/* Not disabled while it runs: that would lose the focus. */}
      <button
        type="button"
        class="button large"
        aria-disabled={running}
        onClick={running ? undefined : () => (price > 0 ? setAsking(true) : onAgain())}
      >
        {price > 0 ? texts.again(texts.cost(price)) : texts.againFree}
      </button>
      {asking && (
        <Confirm
          title={texts.againTitle}
          text={`${texts.againText(texts.cost(price))} ${balance}`}
          yes={texts.againYes(texts.cost(price))}
          onConfirm={async () => {
            setAsking(false)
            onAgain()
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
