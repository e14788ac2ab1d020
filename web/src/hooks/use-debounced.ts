import { useEffect, useState } from 'preact/hooks'

const DEBOUNCE_MS = 250

/** The value, once it has stayed the same for a while. */
export function useDebounced(value: string): string {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [value])
  return debounced
}
