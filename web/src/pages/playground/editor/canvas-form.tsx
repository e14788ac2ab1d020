/** The canvas of the picture: how large it is, and where the subject goes on it. */
import { useId } from 'preact/hooks'
import { editor as texts } from '#texts/editor'
import { choicesOf, Segmented } from '../../../components/segmented.js'
import { Select } from '../../../components/select.js'
import { SliderField } from '../fields/slider-field.js'
import { type Edit, hasCanvas } from './edit.js'

interface CanvasFormProps {
  readonly edit: Edit
  readonly onChange: (change: Partial<Edit>) => void
}

const MOST_MARGIN = 30
/** Of the server. */
const SIDES = { min: 16, max: 4096 }
const FIRST_SIZE = '2000x2000'

export function CanvasForm({ edit, onChange }: CanvasFormProps) {
  const { canvas, fill, align, margin } = edit
  const isOwn = canvas.includes('x')
  const choose = (chosen: string): void =>
    onChange({
      canvas: chosen === 'own' ? FIRST_SIZE : chosen,
      // A preset is for a canvas.
      ...(!hasCanvas({ canvas: chosen }) && { preset: undefined }),
    })
  return (
    <div class="stack tight">
      <Select
        label={texts.canvas}
        value={isOwn ? 'own' : canvas}
        options={Object.entries(texts.canvases)}
        onChange={choose}
      />
      {isOwn && <OwnSize canvas={canvas} onChange={(changed) => onChange({ canvas: changed })} />}
      {canvas === 'subject' && (
        <SliderField
          label={texts.margin}
          value={margin}
          min={0}
          max={MOST_MARGIN}
          unit=" %"
          onChange={(changed) => onChange({ margin: changed })}
        />
      )}
      {hasCanvas(edit) && (
        <>
          <SliderField
            label={texts.fill}
            value={fill}
            min={10}
            max={100}
            unit=" %"
            onChange={(changed) => onChange({ fill: changed })}
          />
          <Segmented
            legend={texts.align}
            showLegend
            choices={choicesOf(texts.aligns)}
            value={align}
            onChange={(changed) => onChange({ align: changed })}
          />
        </>
      )}
    </div>
  )
}

/** Taken over when a field is left: half a number is no size. */
function OwnSize({ canvas, onChange }: { canvas: string; onChange: (canvas: string) => void }) {
  const id = useId()
  const size = canvas.split('x')
  return (
    <div class="canvas-size">
      {texts.sides.map((label, at) => (
        <div key={label} class="field">
          <label class="label" for={`${id}-${at}`}>
            {label}
          </label>
          <input
            id={`${id}-${at}`}
            class="input"
            type="number"
            inputMode="numeric"
            {...SIDES}
            value={size[at]}
            onChange={({ currentTarget: input }) => {
              const side = Math.min(SIDES.max, Math.max(SIDES.min, Math.round(Number(input.value))))
              input.value = String(side)
              onChange(size.with(at, String(side)).join('x'))
            }}
          />
        </div>
      ))}
    </div>
  )
}
