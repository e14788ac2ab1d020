/** Something a button does, once at a time, with the error to show. */
import { useState } from 'preact/hooks'
import { type Problem, toProblem } from '../api/problem.js'

export interface Action<Arguments extends readonly unknown[]> {
  readonly busy: boolean
  readonly problem: Problem | undefined
  readonly clear: () => void
  /** Never rejects. */
  readonly run: (...given: Arguments) => Promise<void>
}

export function useAction<Arguments extends readonly unknown[]>(
  act: (...given: Arguments) => Promise<void>,
): Action<Arguments> {
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const run = async (...given: Arguments): Promise<void> => {
    if (busy) return
    setBusy(true)
    setProblem(undefined)
    try {
      await act(...given)
    } catch (error) {
      setProblem(toProblem(error))
    } finally {
      setBusy(false)
    }
  }
  return { busy, problem, clear: () => setProblem(undefined), run }
}
