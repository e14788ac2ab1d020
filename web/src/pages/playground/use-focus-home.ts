/** If the focused element disappears, such as a button whose work is done, the focus moves to a fixed place. */
import type { RefObject } from 'preact'
import { useEffect, useRef } from 'preact/hooks'

export function useFocusHome(home: RefObject<HTMLElement | null>): void {
  const last = useRef<Element>(undefined)
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener(
      'focusin',
      ({ target }) => {
        last.current = target instanceof Element ? target : undefined
      },
      { signal: listening.signal },
    )
    return () => listening.abort()
  }, [])
  useEffect(() => {
    if (!last.current || last.current.isConnected || document.activeElement !== document.body) return
    last.current = undefined
    home.current?.focus({ preventScroll: true })
  })
}
