/** Where the brush paints: by mouse, finger or pen, or by arrow keys with the space bar. The photo shows through. */
import { useEffect, useRef, useState } from 'preact/hooks'
import { brush as texts } from '#texts/editor'
import { Bitmap } from './bitmap.js'
import type { Point } from './edit.js'
import type { Drawing } from './job.js'
import type { BrushInUse } from './use-brush.js'

interface BrushCanvasProps {
  readonly drawing: Drawing
  readonly inUse: BrushInUse
  readonly zoom: number
}

const STEP = 0.02
const FINE_STEP = 0.004
const SIZE_STEP = 1

const moves: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

export function BrushCanvas({ drawing, inUse, zoom }: BrushCanvasProps) {
  const { brush, setBrush, drawTo, lift, undo, redo } = inUse
  const [cursor, setCursor] = useState<Point>({ x: 0.5, y: 0.5 })
  const [down, setDown] = useState(false)
  const ring = useRef<HTMLSpanElement>(null)
  const byKeys = useRef(false)

  useEffect(() => {
    if (byKeys.current) ring.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [cursor])

  const at = (event: PointerEvent): Point => {
    const { left, top, width, height } = (event.currentTarget as HTMLElement).getBoundingClientRect()
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
  }
  const raise = (): void => {
    setDown(false)
    lift()
  }
  const move = ({ x, y }: Point, step: number): void => {
    const clamped = (value: number): number => Math.min(1, Math.max(0, value))
    // In shares of the width in both directions, so that the cursor moves equally fast down and across.
    const slope = drawing.after.width / drawing.after.height
    const point = { x: clamped(cursor.x + x * step), y: clamped(cursor.y + y * step * slope) }
    setCursor(point)
    if (down) drawTo(point)
  }
  const toggle = (held: boolean): void => {
    if (held) return
    if (down) raise()
    else {
      drawTo(cursor)
      setDown(true)
    }
  }
  const press = (event: KeyboardEvent): void => {
    byKeys.current = true
    const direction = moves[event.key]
    if (direction) move(direction, event.shiftKey ? FINE_STEP : STEP)
    else if (event.key === ' ') toggle(event.repeat)
    else if (event.key === '[') setBrush({ size: Math.max(1, brush.size - SIZE_STEP) })
    else if (event.key === ']') setBrush({ size: Math.min(30, brush.size + SIZE_STEP) })
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z') (event.shiftKey ? redo : undo)?.()
    else return
    event.preventDefault()
  }

  return (
    <div class="brush-scroll">
      {/* biome-ignore lint/a11y/useSemanticElements: no element stands for a surface to paint on */}
      <div
        class="brush-surface checker"
        style={{
          '--zoom': String(zoom),
          '--width': String(drawing.after.width),
          '--height': String(drawing.after.height),
        }}
        role="group"
        aria-label={texts.surface}
        aria-describedby="brush-keys"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is painted on by keys
        tabIndex={0}
        onPointerDown={(event) => {
          byKeys.current = false
          event.currentTarget.setPointerCapture(event.pointerId)
          setDown(true)
          setCursor(at(event))
          drawTo(at(event))
        }}
        onPointerMove={(event) => {
          byKeys.current = false
          setCursor(at(event))
          if (event.currentTarget.hasPointerCapture(event.pointerId)) drawTo(at(event))
        }}
        onPointerUp={raise}
        onPointerCancel={raise}
        onBlur={raise}
        onKeyDown={press}
      >
        {drawing.before && (
          <div class="brush-ghost">
            <Bitmap picture={drawing.before} alt="" />
          </div>
        )}
        <Bitmap picture={drawing.after} alt="" />
        <span
          ref={ring}
          class={`brush-ring ${brush.kind}`}
          aria-hidden="true"
          style={{ '--x': `${cursor.x * 100}%`, '--y': `${cursor.y * 100}%`, '--size': `${brush.size}%` }}
        />
      </div>
      <p class="visually-hidden" role="status">
        {down ? texts.down[brush.kind] : texts.up}
      </p>
    </div>
  )
}
