/** Three seconds between the button and the shutter: time to look into the camera. */
import { useEffect, useState } from 'preact/hooks'

const SECONDS = 3

interface Countdown {
  /** Undefined while nothing is counted. */
  readonly seconds: number | undefined
  readonly start: () => void
  readonly cancel: () => void
}

export function useCountdown(onZero: () => void): Countdown {
  const [seconds, setSeconds] = useState<number>()
  useEffect(() => {
    if (seconds === undefined) return
    const timer = setTimeout(() => {
      setSeconds(seconds > 1 ? seconds - 1 : undefined)
      if (seconds === 1) onZero()
    }, 1000)
    return () => clearTimeout(timer)
  }, [seconds])
  return { seconds, start: () => setSeconds(SECONDS), cancel: () => setSeconds(undefined) }
}
