/** Loads data when a component mounts, and again on demand; old data stays visible meanwhile. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks'
import { type Problem, toProblem } from '../api/problem.js'

export interface Loaded<T> {
  readonly data: T | undefined
  readonly problem: Problem | undefined
  readonly reload: () => Promise<void>
  /** For a change that needs no reload. */
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
    const isStale = (): boolean => mine !== turn.current
    try {
      const loaded = await current.current()
      if (isStale()) return
      setData(() => loaded)
      setProblem(undefined)
    } catch (error) {
      if (!isStale()) setProblem(toProblem(error))
    }
  }, [])

  useEffect(() => {
    void reload()
    return () => {
      turn.current += 1 // drops responses that arrive later
    }
  }, [reload])

  const update = useCallback(
    (change: (data: T) => T): void => setData((known) => (known === undefined ? known : change(known))),
    [],
  )
  return { data, problem, reload, update }
}
