/** Turns an account unlimited, or lets it pay with its credits again. */
import { useState } from 'preact/hooks'
import { operator } from '#texts/operator'
import { setUnlimited } from '../../api/operator.js'
import type { AccountDetails } from '../../api/types.js'
import { ProblemNotice } from '../../components/notice.js'
import { useAction } from '../../hooks/use-action.js'
import { toast } from '../../state/toasts.js'

const texts = operator.unlimited

interface SwitchProps {
  readonly details: AccountDetails
  readonly onChanged: () => Promise<void>
}

export function UnlimitedSwitch({ details: { account, allUnlimited }, onChanged }: SwitchProps) {
  // Shown while the server is told.
  const [wanted, setWanted] = useState<boolean>()
  const { problem, run } = useAction(async (unlimited: boolean) => {
    setWanted(unlimited)
    try {
      await setUnlimited(account.id, unlimited)
      await onChanged()
      toast(unlimited ? texts.on(account.email) : texts.off(account.email))
    } finally {
      setWanted(undefined)
    }
  })
  return (
    <>
      <label class="check">
        <input
          type="checkbox"
          checked={wanted ?? account.unlimited}
          disabled={allUnlimited}
          onChange={(event) => run(event.currentTarget.checked)}
        />
        {texts.label}
      </label>
      {allUnlimited && <p class="hint">{texts.all}</p>}
      {problem && <ProblemNotice problem={problem} />}
    </>
  )
}
