/** Where short notes appear. The region exists from the start: screen readers announce what changes in it. */
import { useStore } from '../state/store.js'
import { toasts } from '../state/toasts.js'

export function Toaster() {
  return (
    <div class="toaster" role="status" aria-live="polite">
      {useStore(toasts).map(({ id, text }) => (
        <p key={id} class="toast">
          {text}
        </p>
      ))}
    </div>
  )
}
