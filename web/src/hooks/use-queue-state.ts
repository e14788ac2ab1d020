/** Where the account's jobs are in the server's queue, polled while the user waits. */
import { useEffect, useState } from 'preact/hooks'
import type { AccountQueueState } from '../api/types.js'
import { loadQueueState } from '../api/web.js'

const ASK_EVERY_MS = 1000

/** Undefined until it is known, and while nothing is waited for. */
export function useQueueState(waiting: boolean): AccountQueueState | undefined {
  const [queueState, setQueueState] = useState<AccountQueueState>()
  useEffect(() => {
    if (!waiting) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let over = false
    const ask = async (): Promise<void> => {
      const answer = await loadQueueState().catch(() => undefined) // the job itself reports what is wrong
      if (over) return
      setQueueState(answer)
      timer = setTimeout(ask, ASK_EVERY_MS)
    }
    timer = setTimeout(ask, ASK_EVERY_MS) // most are done by then
    return () => {
      over = true
      clearTimeout(timer)
      setQueueState(undefined)
    }
  }, [waiting])
  return queueState
}
