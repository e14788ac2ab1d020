/** Options of POST /v1/remove. */
import { playground, remove as texts } from '#texts/playground'
import { choicesOf, Segmented } from '../../components/segmented.js'
import { ColourInput } from './colour-input.js'

export interface RemoveOptions {
  readonly size: 'preview' | 'full'
  readonly background: 'transparent' | 'white' | 'colour'
  readonly colour: string
  readonly format: 'auto' | 'png' | 'jpg'
}

export const defaultRemoveOptions: RemoveOptions = {
  size: 'preview',
  background: 'transparent',
  colour: '#438edb',
  format: 'auto',
}

/** Only what differs from the API's defaults, to keep the displayed call short; `size` always, because it sets the price. */
export function removeFields({ size, background, colour, format }: RemoveOptions): Record<string, string> {
  return {
    size,
    ...(background !== 'transparent' && { bg_color: background === 'white' ? 'white' : colour }),
    ...(format !== 'auto' && { format }),
  }
}

interface Props {
  readonly options: RemoveOptions
  readonly onChange: (options: RemoveOptions) => void
}

export function RemoveForm({ options, onChange }: Props) {
  const set = (change: Partial<RemoveOptions>): void => onChange({ ...options, ...change })
  return (
    <div class="stack">
      <div>
        <Segmented
          legend={texts.size}
          showLegend
          choices={choicesOf(texts.sizes)}
          value={options.size}
          onChange={(size) => set({ size })}
        />
        <p class="hint">{texts.sizeHint[options.size]}</p>
      </div>
      <div class="stack tight">
        <Segmented
          legend={texts.background}
          showLegend
          choices={choicesOf(texts.backgrounds)}
          value={options.background}
          onChange={(background) => set({ background })}
        />
        {options.background === 'colour' && (
          <ColourInput label={texts.colour} value={options.colour} onChange={(colour) => set({ colour })} />
        )}
      </div>
      <div>
        <Segmented
          legend={playground.format}
          showLegend
          choices={choicesOf(playground.formats)}
          value={options.format}
          onChange={(format) => set({ format })}
        />
        {options.format === 'jpg' && options.background === 'transparent' && <p class="hint">{texts.jpgHint}</p>}
      </div>
    </div>
  )
}
