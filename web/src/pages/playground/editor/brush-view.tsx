/** Restoring and erasing by hand where the network was wrong, with undo, redo and zoom. */
import { useState } from 'preact/hooks'
import { brush as texts } from '#texts/editor'
import { Icon } from '../../../components/icon.js'
import { choicesOf, Segmented } from '../../../components/segmented.js'
import { SliderField } from '../fields/slider-field.js'
import { BrushCanvas } from './brush-canvas.js'
import type { Drawing } from './job.js'
import type { BrushInUse } from './use-brush.js'

interface BrushViewProps {
  readonly drawing: Drawing
  readonly inUse: BrushInUse
}

export function BrushView({ drawing, inUse }: BrushViewProps) {
  const [zoom, setZoom] = useState(100)
  const { brush, setBrush, undo, redo } = inUse
  return (
    <div class="stack tight">
      <div class="brush-tools">
        <Segmented
          legend={texts.kind}
          choices={choicesOf(texts.kinds)}
          value={brush.kind}
          onChange={(kind) => setBrush({ kind })}
        />
        <div>
          <Step name="undo" onClick={undo} />
          <Step name="redo" onClick={redo} />
        </div>
        <SliderField
          label={texts.size}
          value={brush.size}
          min={1}
          max={30}
          unit=" %"
          onChange={(size) => setBrush({ size })}
        />
        <SliderField
          label={texts.softness}
          value={brush.softness}
          min={0}
          max={100}
          step={10}
          unit=" %"
          onChange={(softness) => setBrush({ softness })}
        />
        <SliderField label={texts.zoom} value={zoom} min={100} max={500} step={50} unit=" %" onChange={setZoom} />
      </div>
      <BrushCanvas drawing={drawing} inUse={inUse} zoom={zoom / 100} />
      <p class="hint" id="brush-keys">
        {texts.keys}
      </p>
    </div>
  )
}

/** Not disabled: the button would lose the focus after the last stroke is undone. */
const Step = ({ name, onClick }: { name: 'undo' | 'redo'; onClick: (() => void) | undefined }) => (
  <button
    type="button"
    class="icon-button"
    aria-disabled={!onClick}
    aria-label={texts[name]}
    title={texts[name]}
    onClick={onClick}
  >
    <Icon name={name} />
  </button>
)
