/** A list loaded in pages, newest first: the first one at once, more on demand. */
import { useCallback, useEffect, useState } from 'preact/hooks'
import { type Problem, toProblem } from '../api/problem.js'

export interface PageOf<T> {
  readonly items: readonly T[]
  readonly next: string | null
}

export interface Pages<T> {
  readonly items: readonly T[] | undefined
  readonly problem: Problem | undefined
  /** Undefined on the last page. */
  readonly more: (() => void) | undefined
  readonly loading: boolean
  readonly reload: () => void
  readonly remove: (isGone: (item: T) => boolean) => void
  readonly change: (change: (item: T) => T) => void
}

/** `load` must keep its identity while the list stays the same. */
export function usePages<T>(load: (before?: string) => Promise<PageOf<T>>): Pages<T> {
  const [items, setItems] = useState<readonly T[]>()
  const [next, setNext] = useState<string | null>(null)
  const [problem, setProblem] = useState<Problem>()
  const [loading, setLoading] = useState(false)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let isStale = false
    setLoading(true)
    load()
      .then((page) => {
        if (isStale) return
        setItems(page.items)
        setNext(page.next)
        setProblem(undefined)
      })
      .catch((error: unknown) => {
        if (!isStale) setProblem(toProblem(error))
      })
      .finally(() => {
        if (!isStale) setLoading(false)
      })
    return () => {
      isStale = true
    }
  }, [load, round])

  const more = async (): Promise<void> => {
    setLoading(true)
    try {
      const page = await load(next ?? undefined)
      setItems((known) => [...(known ?? []), ...page.items])
      setNext(page.next)
      setProblem(undefined)
    } catch (error) {
      setProblem(toProblem(error))
    } finally {
      setLoading(false)
    }
  }

  const reload = useCallback(() => setRound((count) => count + 1), [])
  const remove = useCallback(
    (isGone: (item: T) => boolean) => setItems((known) => known?.filter((item) => !isGone(item))),
    [],
  )
  const change = useCallback((each: (item: T) => T) => setItems((known) => known?.map(each)), [])
  return { items, problem, more: next === null ? undefined : () => void more(), loading, reload, remove, change }
}
