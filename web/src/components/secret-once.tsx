/** A secret that is shown only once, with the button that says it was copied. */
import { CopyButton } from './copy-button.js'

interface SecretOnceProps {
  readonly text: string
  readonly secret: string
  readonly done: string
  readonly onClose: () => void
}

export function SecretOnce({ text, secret, done, onClose }: SecretOnceProps) {
  return (
    <div class="stack">
      <p>{text}</p>
      <div class="secret">
        <code>{secret}</code>
        <CopyButton text={secret} focused />
      </div>
      <div class="buttons end">
        <button type="button" class="button primary" onClick={onClose}>
          {done}
        </button>
      </div>
    </div>
  )
}
