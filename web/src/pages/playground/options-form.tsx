/** The options of the chosen operation. */
import type { Catalog } from '../../api/types.js'
import type { Operation } from '../../code-samples.js'
import { IdPhotoForm } from './id-photo/id-photo-options.js'
import { RemoveForm } from './remove/remove-options.js'
import { StyleForm } from './style/style-options.js'
import type { Options } from './use-options.js'

interface OptionsFormProps {
  readonly operation: Operation
  readonly options: Options
  readonly onChange: (options: Options) => void
  readonly catalog: Catalog
  /** What the server is asked for with them. */
  readonly fields: Readonly<Record<string, string>>
}

export function OptionsForm({ operation, options, onChange, catalog, fields }: OptionsFormProps) {
  switch (operation) {
    case 'remove':
      return (
        <RemoveForm
          options={options.remove}
          onChange={(remove) => onChange({ ...options, remove })}
          presets={catalog.presets}
          fields={fields}
        />
      )
    case 'id-photo':
      return (
        <IdPhotoForm
          options={options['id-photo']}
          onChange={(changed) => onChange({ ...options, 'id-photo': changed })}
          catalog={catalog}
        />
      )
    case 'portrait-style':
      return (
        <StyleForm
          options={options['portrait-style']}
          onChange={(changed) => onChange({ ...options, 'portrait-style': changed })}
          catalog={catalog}
        />
      )
  }
}
