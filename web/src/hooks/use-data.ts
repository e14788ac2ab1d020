/** Loads something when a component appears, and again on demand; what was there stays visible meanwhile. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Problem, toProblem } from '../api/problem.js'

export interface Loaded<T> {
  readonly data: T | undefined
  readonly problem: Problem | undefined
  readonly reload: () => Promise<void>
  /** For a change that is known without asking again. */
  readonly update: (change: (data: T) => T) => void
}

export function useData<T>(load: () => Promise<T>): Loaded<T> {
  const [data, setData] = useState<T>()
  const [problem, setProblem] = useState<Problem>()
  const current = useRef(load)
  const turn = useRef(0)

  const reload = useCallback(async (): Promise<void> => {
    turn.current += 1
    const mine = turn.current
    const isLate = (): boolean => mine !== turn.current
    try {
      const loaded = await current.current()
      if (isLate()) return
      setData(() => loaded)
      setProblem(undefined)
    } catch (error) {
      if (!isLate()) setProblem(toProblem(error))
    }
  }, [])

  useEffect(() => {
    void reload()
    return () => {
      turn.current += 1 // answers that come later belong to nobody
    }
  }, [reload])

  const update = useCallback(
    (change: (data: T) => T): void => setData((known) => (known === undefined ? known : change(known))),
    [],
  )
  return { data, problem, reload, update }
}
