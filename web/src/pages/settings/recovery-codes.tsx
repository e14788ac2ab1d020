/** New recovery codes, shown only once. */
import { twoFactor as texts } from '#texts/security'
import { CopyButton } from '../../components/copy-button.js'

export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  return (
    <div class="stack">
      <p>{texts.recoveryText}</p>
      <ul class="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div class="buttons end">
        <CopyButton text={codes.join('\n')} focused />
        <button type="button" class="button primary" onClick={onClose}>
          {texts.recoveryDone}
        </button>
      </div>
    </div>
  )
}
