/** A value that components can watch: all the state management we need. */
import { useLayoutEffect, useState } from 'preact/hooks'

export interface Store<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useStore<T>(store: Store<T>): T {
  const [value, setValue] = useState(store.get())
  useLayoutEffect(() => {
    const update = (): void => setValue(() => store.get())
    update() // it may have changed between rendering and now
    return store.subscribe(update)
  }, [store])
  return value
}
