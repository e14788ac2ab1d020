/** Before and after, divided by a line that a range input moves: with mouse, touch or keyboard. */
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'

interface CompareProps {
  readonly before: ComponentChildren
  readonly after: ComponentChildren
  readonly label: string
  readonly beforeLabel: string
  readonly afterLabel: string
  /** Of both pictures; reserves the space before they load. */
  readonly width: number
  readonly height: number
}

export function Compare({ before, after, label, beforeLabel, afterLabel, width, height }: CompareProps) {
  const [split, setSplit] = useState(50)
  return (
    <div class="compare" style={{ '--split': `${split}%`, '--width': String(width), '--height': String(height) }}>
      <div class="compare-after checker">{after}</div>
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
