/** A form that is submitted once at a time and keeps the error to show. */
import { useState } from 'preact/hooks'
import { type Problem, toProblem } from '../api/problem.js'

export interface Sending {
  readonly busy: boolean
  readonly problem: Problem | undefined
  readonly clear: () => void
  /** For `onSubmit`. */
  readonly submit: (event: Event) => void
}

export function useForm(send: () => Promise<void>): Sending {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const submit = async (event: Event): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget as HTMLFormElement
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await send()
    } catch (error) {
      setProblem(toProblem(error))
    } finally {
      setBusy(false)
      // After rendering, the first invalid field takes the focus.
      setTimeout(() => form.querySelector<HTMLElement>('[aria-invalid]')?.focus())
    }
  }
  return { busy, problem, clear: () => setProblem(undefined), submit: (event) => void submit(event) }
}
