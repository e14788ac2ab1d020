/** Saves a file that may have to be made first. It keeps the focus meanwhile. */
import { useState } from 'preact/hooks'
import { result as texts } from '#texts/playground'
import { Icon, type IconName } from '../../../components/icon.js'

interface SaveButtonProps {
  readonly label: string
  readonly onSave: () => Promise<void>
  readonly large?: boolean
  readonly icon?: IconName
}

export function SaveButton({ label, onSave, large = false, icon = 'download' }: SaveButtonProps) {
  const [state, setState] = useState<'ready' | 'busy' | 'failed'>('ready')
  const save = async (): Promise<void> => {
    if (state === 'busy') return
    setState('busy')
    await onSave().then(
      () => setState('ready'),
      () => setState('failed'),
    )
  }
  return (
    <>
      <button
        type="button"
        class={large ? 'button primary large' : 'button primary'}
        aria-busy={state === 'busy'}
        onClick={() => void save()}
      >
        {state === 'busy' ? <span class="spinner" aria-hidden="true" /> : <Icon name={icon} />}
        <span class={state === 'busy' ? 'faded' : undefined}>{label}</span>
      </button>
      {state === 'failed' && (
        <p class="field-error" role="alert">
          {texts.saveFailed}
        </p>
      )}
    </>
  )
}
