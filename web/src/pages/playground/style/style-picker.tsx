/** A gallery of the styles, by category. */
import { useId, useState } from 'preact/hooks'
import { style as texts } from '#texts/playground'
import type { Style } from '../../../api/types.js'
import { QueuedPicture } from '../../../components/queued-picture.js'

interface StylePickerProps {
  readonly styles: readonly Style[]
  readonly value: string
  readonly onChange: (id: string) => void
}

export function StylePicker({ styles, value, onChange }: StylePickerProps) {
  const name = useId()
  const [category, setCategory] = useState('all')
  const categories = ['all', ...new Set(styles.map((style) => style.category))]
  const shown = styles.filter((style) => category === 'all' || style.category === category)
  return (
    <fieldset class="style-picker">
      <legend class="label">{texts.style}</legend>
      <label class="visually-hidden" for={`${name}-category`}>
        {texts.category}
      </label>
      <select
        id={`${name}-category`}
        class="input"
        value={category}
        onChange={(event) => setCategory(event.currentTarget.value)}
      >
        {categories.map((each) => (
          <option key={each} value={each}>
            {each === 'all' ? texts.all : (texts.categories[each] ?? each)}
          </option>
        ))}
      </select>
      <div class="style-list">
        {shown.map((style) => (
          <label key={style.id} class="style" title={style.description}>
            <input
              type="radio"
              name={name}
              value={style.id}
              checked={style.id === value}
              onChange={() => onChange(style.id)}
            />
            <QueuedPicture src={style.preview_url} alt="" />
            <span class="style-name">{style.name}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
