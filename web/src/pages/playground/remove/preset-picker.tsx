/** What shops and networks ask for, as cards by group; radio buttons, so that arrow keys move through them. */
import { useId } from 'preact/hooks'
import { presets as texts } from '#texts/playground'
import type { Preset } from '../../../api/types.js'
import { PresetPicture } from './preset-picture.js'
import './preset.css'

interface PresetPickerProps {
  readonly presets: readonly Preset[]
  readonly value: string | undefined
  readonly onChange: (preset: Preset | undefined) => void
}

export function PresetPicker({ presets, value, onChange }: PresetPickerProps) {
  const name = useId()
  const groups = [...new Set(presets.map(({ group }) => group))]
  const chosen = presets.find(({ id }) => id === value)
  const card = (preset: Preset | undefined) => (
    <label key={preset?.id} class={preset ? 'preset' : 'preset none'}>
      <input type="radio" name={name} checked={preset?.id === chosen?.id} onChange={() => onChange(preset)} />
      <PresetPicture preset={preset} />
      <span class="preset-name">{preset?.name ?? texts.none}</span>
      <span class="preset-facts">{preset ? factsOf(preset) : texts.noneFacts}</span>
    </label>
  )
  return (
    <fieldset>
      <legend class="label">{texts.preset}</legend>
      <div class="preset-list">
        {card(undefined)}
        {groups.map((group) => (
          <section key={group} class="preset-group" aria-labelledby={`${name}-${group}`}>
            <h3 id={`${name}-${group}`}>{texts.groups[group]}</h3>
            {presets.filter((preset) => preset.group === group).map(card)}
          </section>
        ))}
      </div>
      {chosen?.note && (
        <p class="hint" lang="en">
          {chosen.note}
        </p>
      )}
    </fieldset>
  )
}

const factsOf = ({ width, height, fill, background, round }: Preset): string =>
  [
    `${width}\u00a0×\u00a0${height}`,
    round ? texts.round : (texts.colours[background] ?? background),
    `${fill}\u00a0%`,
  ].join(', ')
