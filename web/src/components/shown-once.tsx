/** A secret that is never shown again, ready to be copied. */
import { CopyButton } from './copy-button.js'

interface ShownOnceProps {
  readonly text: string
  readonly secret: string
  readonly done: string
  readonly onClose: () => void
}

export function ShownOnce({ text, secret, done, onClose }: ShownOnceProps) {
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
