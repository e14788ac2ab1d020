/** A drawing of a preset: its canvas with a subject on it, as large and as low as it asks for. */
import type { Preset } from '../../../api/types.js'

/** Of the drawing; the longer side of the canvas takes all of it. */
const SIDE = 100
/** Head and shoulders, within 80 by 100. */
const PERSON =
  'M40 0a21 21 0 0 1 21 21v8a21 21 0 0 1-42 0v-8A21 21 0 0 1 40 0zM0 100V88c0-17 13-27 40-27s40 10 40 27v12z'
/** A bag, within 80 by 100. */
const GOODS = 'M4 34h72l4 66H0zM22 44V22a18 18 0 0 1 36 0v22h-8V22a10 10 0 0 0-20 0v22z'
const DRAWN = { width: 80, height: 100 }

export function PresetPicture({ preset }: { preset: Preset | undefined }) {
  const { id, width, height, fill, align, background, round, group } = preset ?? AS_IT_IS
  const unit = SIDE / Math.max(width, height)
  const [w, h] = [width * unit, height * unit]
  const scale = (fill / 100) * Math.min(w / DRAWN.width, h / DRAWN.height)
  const top = align === 'bottom' ? h - DRAWN.height * scale : (h - DRAWN.height * scale) / 2
  const isPlain = background !== 'transparent'
  const clip = round ? `preset-${id}` : undefined
  return (
    <svg class="preset-picture" viewBox={`${(w - SIDE) / 2} ${(h - SIDE) / 2} ${SIDE} ${SIDE}`} aria-hidden="true">
      {clip && (
        <clipPath id={clip}>
          <circle cx={w / 2} cy={h / 2} r={w / 2} />
        </clipPath>
      )}
      <rect
        class={isPlain ? 'preset-canvas' : 'preset-canvas none'}
        style={isPlain ? { fill: background } : undefined}
        x={1}
        y={1}
        width={w - 2}
        height={h - 2}
        rx={round ? w / 2 : 2}
      />
      <g clip-path={clip && `url(#${clip})`}>
        <path
          class={isPlain ? 'preset-subject' : 'preset-subject none'}
          d={group === 'marketplace' || group === 'shop' ? GOODS : PERSON}
          transform={`translate(${(w - DRAWN.width * scale) / 2} ${top}) scale(${scale})`}
        />
      </g>
    </svg>
  )
}

/** No preset: the photo's own size, and nothing behind the subject. */
const AS_IT_IS = {
  id: 'none',
  width: 4,
  height: 3,
  fill: 80,
  align: 'bottom',
  background: 'transparent',
  round: false,
  group: 'profile',
} as const
