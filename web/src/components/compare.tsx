/** Before and after, one above the other, parted by a line that a range input moves: mouse, touch and keys alike. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface CompareProps {
  readonly before: ComponentChildren
  readonly after: ComponentChildren
  readonly label: string
  readonly beforeLabel: string
  readonly afterLabel: string
  /** Of both pictures; the room is kept before they are there. */
  readonly width: number
  readonly height: number
  /** What lies behind what is transparent: a class of compare.css. */
  readonly behind?: string
  /** A colour for the class `colour`. */
  readonly colour?: string
}

export function Compare({
  before,
  after,
  label,
  beforeLabel,
  afterLabel,
  width,
  height,
  behind,
  colour,
}: CompareProps) {
  const [split, setSplit] = useState(50)
  return (
    <div
      class="compare"
      style={{ '--split': `${split}%`, '--width': String(width), '--height': String(height), '--behind': colour }}
    >
      <div class={`compare-after ${behind ?? 'checker'}`}>{after}</div>
      <div class="compare-before">{before}</div>
      <span class="compare-tag left" aria-hidden="true">
        {beforeLabel}
      </span>
      <span class="compare-tag right" aria-hidden="true">
        {afterLabel}
      </span>
      <span class="compare-line" aria-hidden="true" />
      <input
        type="range"
        min="0"
        max="100"
        value={split}
        aria-label={label}
        onInput={(event) => setSplit(Number(event.currentTarget.value))}
      />
    </div>
  )
}
