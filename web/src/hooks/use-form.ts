/** A form that is submitted once at a time and keeps the error to show. */
import { type Action, useAction } from './use-action.js'

export interface Sending extends Pick<Action<[]>, 'busy' | 'problem' | 'clear'> {
  /** For `onSubmit`. */
  readonly submit: (event: Event) => void
}

export function useForm(send: () => Promise<void>): Sending {
  const { run, ...action } = useAction(send)
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    if (action.busy) return
    await run()
    // After rendering, focus the first invalid field.
    setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
  }
  return { ...action, submit: (event) => void submit(event) }
}
