/** Replaces the button that starts a run when its result is already there and paid for. Making it again is confirmed. */
import { useState } from 'preact/hooks'
import { run as texts } from '#texts/playground'
import { Confirm } from '../../../components/confirm.js'
import { session } from '../../../state/session.js'
import { useStore } from '../../../state/store.js'
import { SaveButton } from '../result/save-button.js'
import { priceOf } from './prices.js'
import type { RunResult } from './use-run.js'

interface MadeAlreadyProps {
  readonly result: RunResult
  readonly running: boolean
  readonly onSave: () => Promise<void>
  readonly onAgain: () => void
}

export function MadeAlready({ result, running, onSave, onAgain }: MadeAlreadyProps) {
  const [asking, setAsking] = useState(false)
  const available = useStore(session)?.account?.available ?? 0
  const price = priceOf(result.operation, result.fields)
  const balance = price <= available ? texts.have(available) : texts.notEnough(available)
  return (
    <div class="run">
      <p class="hint">{texts.made}</p>
      <SaveButton large label={texts.saveMade} onSave={onSave} />
      {/* Not disabled while it runs: that would lose the focus. */}
      <button
        type="button"
        class="button large"
        aria-disabled={running}
        onClick={running ? undefined : () => setAsking(true)}
      >
        {texts.again(texts.cost(price))}
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
