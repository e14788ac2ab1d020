/** What shops and networks ask for, as cards by group; radio buttons, so that arrow keys move through them. */
import { useEffect, useId, useRef } from 'preact/hooks'
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
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const label = list.current?.querySelector<HTMLElement>('input:checked')?.closest('label')
    if (list.current && label) list.current.scrollTop = label.offsetTop - label.offsetHeight / 2
  }, [])
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
      <div class="preset-list" ref={list}>
        {card(undefined)}
        {groups.map((group) => (
          <fieldset key={group} class="preset-group">
            <legend>{texts.groups[group]}</legend>
            {presets.filter((preset) => preset.group === group).map(card)}
          </fieldset>
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
