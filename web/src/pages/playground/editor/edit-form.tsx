/** Canvas, background, shadow and file format of a cut-out. Mostly the picture changes at once, without another call. */
import { editor as texts } from '#texts/editor'
import { choicesOf, Segmented } from '../../../components/segmented.js'
import { ColourInput } from '../fields/colour-input.js'
import { SliderField } from '../fields/slider-field.js'
import { BackgroundPicture } from './background-picture.js'
import { CanvasForm } from './canvas-form.js'
import type { Edit } from './edit.js'
import { ShadowForm } from './shadow-form.js'
import './editor.css'

interface EditFormProps {
  readonly edit: Edit
  /** Whether changes are drawn here, without another call. */
  readonly live: boolean
  readonly onChange: (edit: Edit) => void
}

export function EditForm({ edit, live, onChange }: EditFormProps) {
  const set = (change: Partial<Edit>): void => onChange({ ...edit, ...change })
  return (
    <>
      <CanvasForm edit={edit} onChange={set} />
      <div class="stack tight">
        <Segmented
          legend={texts.background}
          showLegend
          choices={choicesOf(texts.backgrounds)}
          value={edit.background}
          onChange={(background) => set({ background })}
        />
        {edit.background === 'colour' && <Colours value={edit.colour} onChange={(colour) => set({ colour })} />}
        {edit.background === 'picture' && (
          <BackgroundPicture picture={edit.picture} onChange={(picture) => set({ picture })} />
        )}
        {edit.background === 'blur' && (
          <SliderField
            label={texts.blur}
            value={edit.blur}
            min={5}
            max={100}
            step={5}
            onChange={(blur) => set({ blur })}
          />
        )}
      </div>
      <ShadowForm edit={edit} onChange={set} />
      <div>
        <Segmented
          legend={texts.format}
          showLegend
          choices={choicesOf(texts.formats)}
          value={edit.format}
          onChange={(format) => set({ format })}
        />
        <p class="hint">
          {edit.format === 'jpg' && edit.background === 'transparent' ? texts.jpgHint : live && texts.freeHint}
        </p>
      </div>
    </>
  )
}

function Colours({ value, onChange }: { value: string; onChange: (colour: string) => void }) {
  return (
    <div class="colours">
      <ColourInput label={texts.colour} value={value} onChange={onChange} />
      {Object.entries(texts.usualColours).map(([colour, name]) => (
        <button
          key={colour}
          type="button"
          class="swatch-button"
          title={name}
          aria-label={name}
          aria-pressed={value.toLowerCase() === colour}
          onClick={() => onChange(colour)}
        >
          <span class="swatch-dot large" style={{ '--swatch': colour }} />
        </button>
      ))}
    </div>
  )
}
