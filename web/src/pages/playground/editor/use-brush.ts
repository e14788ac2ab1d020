/** The brush in hand: its kind and size, the stroke being drawn, and what can be undone. */
import { useRef, useState } from 'preact/hooks'
import type { Point, Stroke } from './edit.js'

export interface Brush {
  readonly kind: Stroke['kind']
  /** The diameter, in percent of the picture's width. */
  readonly size: number
  /** In percent of the radius. */
  readonly softness: number
}

export interface BrushInUse {
  readonly brush: Brush
  readonly setBrush: (change: Partial<Brush>) => void
  /** Including the one being drawn. */
  readonly strokes: readonly Stroke[]
  /** Begins a stroke, or continues it. */
  readonly drawTo: (point: Point) => void
  readonly lift: () => void
  readonly undo: (() => void) | undefined
  readonly redo: (() => void) | undefined
}

const firstBrush: Brush = { kind: 'erase', size: 6, softness: 40 }

/** Unique, also among strokes drawn before a reload. */
let lastId = Date.now()

export function useBrush(kept: readonly Stroke[], onChange: (strokes: readonly Stroke[]) => void): BrushInUse {
  const [brush, setBrush] = useState(firstBrush)
  const [live, setLive] = useState<Stroke>()
  const drawn = useRef<Stroke>(undefined) // ahead of the state: pointers move faster than the page renders
  const [undone, setUndone] = useState<readonly Stroke[]>([])

  const begin = (point: Point): Stroke => {
    lastId += 1
    return { id: lastId, kind: brush.kind, radius: brush.size / 200, softness: brush.softness / 100, points: [point] }
  }
  const last = kept.at(-1)
  const next = undone.at(-1)
  return {
    brush,
    setBrush: (change) => setBrush((known) => ({ ...known, ...change })),
    strokes: live ? [...kept, live] : kept,
    drawTo: (point) => {
      const known = drawn.current
      drawn.current = known ? { ...known, points: [...known.points, point] } : begin(point)
      setLive(drawn.current)
    },
    lift: () => {
      if (!drawn.current) return
      onChange([...kept, drawn.current])
      drawn.current = undefined
      setLive(undefined)
      setUndone([])
    },
    undo:
      last &&
      (() => {
        onChange(kept.slice(0, -1))
        setUndone([...undone, last])
      }),
    redo:
      next &&
      (() => {
        onChange([...kept, next])
        setUndone(undone.slice(0, -1))
      }),
  }
}
