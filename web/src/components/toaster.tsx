/** Shows toasts. The region is always there, because screen readers announce only what changes inside one. */
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
