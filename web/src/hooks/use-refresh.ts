/** Calls a function at intervals while the page is visible. */
import { useEffect } from 'preact/hooks'

/** `refresh` must keep its identity; undefined pauses it. */
export function useRefresh(refresh: (() => unknown) | undefined, everyMs: number): void {
  useEffect(() => {
    if (!refresh) return
    const timer = setInterval(() => {
      if (!document.hidden) refresh()
    }, everyMs)
    return () => clearInterval(timer)
  }, [refresh, everyMs])
}
