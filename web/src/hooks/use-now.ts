/** The current time, updated every second: one timer for all watchers. */
import { useEffect } from 'preact/hooks'
import { createStore, useStore } from '../state/store.js'

const TICK_MS = 1000
const now = createStore(Date.now())
let watchers = 0
let timer: ReturnType<typeof setInterval> | undefined

export function useNow(): number {
  useEffect(() => {
    watchers += 1
    timer ??= setInterval(() => now.set(Date.now()), TICK_MS)
    now.set(Date.now())
    return () => {
      watchers -= 1
      if (watchers > 0) return
      clearInterval(timer)
      timer = undefined
    }
  }, [])
  return useStore(now)
}
