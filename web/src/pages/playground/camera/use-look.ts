/** What the server sees in the camera's picture, while it is watched: one small frame at a time, two per second at most. */
import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { FrameLook } from '../../../api/types.js'
import { lookAtFrame } from '../../../api/web.js'
import { takeFrame } from './snapshot.js'

const PAUSE_MS = 500
/** After a failure, and as much again for each further one: the server has better things to do. */
const PATIENCE_MS = 1500
const LONGEST_PAUSE_MS = 10_000
/** A single frame may get lost. */
const MANY_FAILURES = 3

/** `none`: there are no hints at the moment. */
export function useLook(video: RefObject<HTMLVideoElement | null>, watched: boolean): FrameLook | 'none' | undefined {
  const [look, setLook] = useState<FrameLook | 'none'>()
  useEffect(() => {
    if (!watched) return
    let failures = 0
    let timer: ReturnType<typeof setTimeout>
    let left = false
    const next = async (): Promise<void> => {
      if (document.visibilityState === 'visible' && video.current) {
        const seen = await takeFrame(video.current)
          .then(lookAtFrame)
          .catch(() => undefined)
        if (left) return
        failures = seen ? 0 : failures + 1
        if (seen) setLook(seen)
        else if (failures >= MANY_FAILURES) setLook('none')
      }
      timer = setTimeout(next, failures === 0 ? PAUSE_MS : Math.min(LONGEST_PAUSE_MS, failures * PATIENCE_MS))
    }
    void next()
    return () => {
      left = true
      clearTimeout(timer)
      setLook(undefined)
    }
  }, [watched])
  return look
}
