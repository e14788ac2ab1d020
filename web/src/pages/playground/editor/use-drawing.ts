/** The edited picture, redrawn with every change. During a redraw only the latest change is queued. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { draw } from './draw.js'
import type { Drawing, DrawJob } from './job.js'

export interface DrawingInUse {
  readonly drawing: Drawing | undefined
  readonly failed: boolean
}

export function useDrawing({ name, photo, cutout, edit, strokes, compare, maxSide }: DrawJob): DrawingInUse {
  const [state, setState] = useState<DrawingInUse>({ drawing: undefined, failed: false })
  const next = useRef<DrawJob>(undefined)
  const busy = useRef(false)
  const gone = useRef(false)

  useEffect(() => {
    gone.current = false
    return () => {
      gone.current = true
    }
  }, [])

  useEffect(() => {
    next.current = { name, photo, cutout, edit, strokes, compare, maxSide }
    if (!busy.current) void drawAll()
  }, [name, photo, cutout, edit, strokes, compare, maxSide])

  async function drawAll(): Promise<void> {
    busy.current = true
    for (let job = next.current; job && !gone.current; job = next.current) {
      next.current = undefined
      try {
        const drawing = await draw(job)
        setState((last) => {
          if (last.drawing) release(last.drawing)
          return { drawing, failed: false }
        })
      } catch {
        setState((last) => ({ ...last, failed: true }))
      }
    }
    busy.current = false
  }

  return state
}

function release({ before, after }: Drawing): void {
  before?.close()
  after.close()
}
