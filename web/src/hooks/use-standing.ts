/** How the account's jobs stand in the server's queue, asked again and again while somebody waits. */
import { useEffect, useState } from 'preact/hooks'
import type { Standing } from '../api/types.js'
import { loadStanding } from '../api/web.js'

const ASK_EVERY_MS = 1000

/** Undefined until it is known, and while nobody waits. */
export function useStanding(waiting: boolean): Standing | undefined {
  const [standing, setStanding] = useState<Standing>()
  useEffect(() => {
    if (!waiting) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    const ask = async (): Promise<void> => {
      const answer = await loadStanding().catch(() => undefined) // the job itself will say what is wrong
      if (over) return
      setStanding(answer)
      timer = setTimeout(ask, ASK_EVERY_MS)
    }
    timer = setTimeout(ask, ASK_EVERY_MS) // most are done by then
    return () => {
      over = true
      clearTimeout(timer)
      setStanding(undefined)
    }
  }, [waiting])
  return standing
}
