/** The fields that narrow the list. */
import { requests as texts } from '#texts/requests'
import type { LogScope } from '../../api/log.js'
import { DayFields } from '../../components/day-fields.js'
import { Field } from '../../components/field.js'
import { Select } from '../../components/select.js'
import type { Filter } from './filter.js'

const ROUTES = [
  '/v1/remove',
  '/v1/id-photo',
  '/v1/portrait-style',
  '/v1.0/removebg',
  '/v1.0/cutout',
  '/v1.0/account',
  '/v1/id-photo/specs',
  '/v1/styles',
]

/** A key, and what it is called. */
export type KeyOption = readonly [id: string, name: string]

interface FiltersProps {
  readonly scope: LogScope
  readonly filter: Filter
  readonly keys: readonly KeyOption[]
  readonly onChange: (change: Filter) => void
}

export function Filters({ scope, filter, keys, onChange }: FiltersProps) {
  const anyOf = (options: readonly (readonly [string, string])[]) => [['', texts.any] as const, ...options]
  return (
    <fieldset class="log-filters">
      <legend class="visually-hidden">{texts.filters}</legend>
      <Select
        label={texts.range}
        value={filter.range ?? ''}
        options={anyOf(Object.entries(texts.ranges))}
        onChange={(range) => onChange({ range, from: '', to: '' })}
      />
      {filter.range === 'custom' && <DayFields texts={texts} from={filter.from} to={filter.to} onChange={onChange} />}
      <Select
        label={texts.route}
        value={filter.route ?? ''}
        options={anyOf(
          withChosen(
            ROUTES.map((route) => [route, route] as const),
            filter.route,
          ),
        )}
        onChange={(route) => onChange({ route })}
      />
      <Select
        label={texts.status}
        value={filter.status ?? ''}
        options={anyOf(Object.entries(texts.statuses))}
        onChange={(status) => onChange({ status })}
      />
      <Field
        label={texts.code}
        value={filter.code ?? ''}
        onInput={(code) => onChange({ code })}
        input={{ autocomplete: 'off', spellcheck: false, maxLength: 100 }}
      />
      <Select
        label={texts.key}
        value={filter.key ?? ''}
        options={anyOf(withChosen(keys, filter.key))}
        onChange={(key) => onChange({ key })}
      />
      {scope === 'all' && (
        <Field
          label={texts.account}
          value={filter.email ?? ''}
          onInput={(email) => onChange({ email })}
          input={{ autocomplete: 'off', spellcheck: false, maxLength: 254 }}
        />
      )}
    </fieldset>
  )
}

/** The chosen value is always an option, even if it is not one of the usual ones. */
const withChosen = (options: readonly (readonly [string, string])[], chosen: string | undefined) =>
  chosen && !options.some(([value]) => value === chosen) ? [...options, [chosen, chosen] as const] : options
