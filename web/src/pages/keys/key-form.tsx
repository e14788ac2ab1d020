/** What the owner of a key decides about it: its name, its last day, and what it may be used for. */
import { useState } from 'preact/hooks'
import { keys as texts } from '#texts/account'
import type { KeyTerms, Scope } from '../../api/types.js'
import { Field } from '../../components/field.js'
import { FormButtons } from '../../components/form-buttons.js'
import { ProblemNotice } from '../../components/notice.js'
import { choicesOf, Segmented } from '../../components/segmented.js'
import { dayText, endOfDay } from '../../format/times.js'
import { useForm } from '../../hooks/use-form.js'

interface KeyFormProps {
  readonly known?: KeyTerms
  readonly yes: string
  readonly onSend: (terms: KeyTerms) => Promise<void>
  readonly onClose: () => void
}

interface Mistakes {
  readonly name?: string | undefined
  readonly day?: string | undefined
  readonly scopes?: string | undefined
}

const SCOPES = Object.keys(texts.scopes) as Scope[]
const EXTENTS = { all: texts.everything, some: texts.some }

export function KeyForm({ known, yes, onSend, onClose }: KeyFormProps) {
  const [name, setName] = useState(known?.name ?? '')
  const knownDay = known?.expiresAt ? dayText(known.expiresAt - 1) : ''
  const [day, setDay] = useState(knownDay)
  const [extent, setExtent] = useState<keyof typeof EXTENTS>(known?.scopes ? 'some' : 'all')
  const [chosen, setChosen] = useState<readonly Scope[]>(known?.scopes ?? [])
  const [mistakes, setMistakes] = useState<Mistakes>({})
  const today = dayText(Date.now())
  const { busy, problem, submit } = useForm(async () => {
    const found: Mistakes = {
      name: name.trim() === '' ? texts.nameMissing : undefined,
      day: day !== knownDay && day !== '' && day < today ? texts.expiryPast : undefined,
      scopes: extent === 'some' && chosen.length === 0 ? texts.scopeMissing : undefined,
    }
    setMistakes(found)
    if (found.name || found.day || found.scopes) return
    const expiresAt = day === knownDay ? (known?.expiresAt ?? null) : day === '' ? null : endOfDay(day)
    await onSend({ name: name.trim(), expiresAt, scopes: extent === 'all' ? null : chosen })
  })
  const toggle = (scope: Scope): void =>
    setChosen((before) => SCOPES.filter((each) => before.includes(each) !== (each === scope)))
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <Field
        label={texts.name}
        value={name}
        onInput={setName}
        hint={texts.nameHint}
        error={mistakes.name}
        input={{ maxLength: 60, placeholder: texts.namePlaceholder, autocomplete: 'off' }}
      />
      <Field
        label={texts.expiry}
        value={day}
        onInput={setDay}
        hint={texts.expiryHint}
        error={mistakes.day}
        input={{ type: 'date', min: today }}
      />
      <Segmented legend={texts.mayDo} showLegend choices={choicesOf(EXTENTS)} value={extent} onChange={setExtent} />
      {extent === 'some' && <ScopeList chosen={chosen} onToggle={toggle} error={mistakes.scopes} />}
      {problem && <ProblemNotice problem={problem} />}
      <FormButtons yes={yes} busy={busy} onClose={onClose} />
    </form>
  )
}

interface ScopeListProps {
  readonly chosen: readonly Scope[]
  readonly onToggle: (scope: Scope) => void
  readonly error: string | undefined
}

function ScopeList({ chosen, onToggle, error }: ScopeListProps) {
  return (
    <fieldset class="checks" aria-invalid={error ? 'true' : undefined}>
      <legend class="visually-hidden">{texts.mayDo}</legend>
      {SCOPES.map((scope) => (
        <label key={scope} class="check">
          <input type="checkbox" checked={chosen.includes(scope)} onChange={() => onToggle(scope)} />
          {texts.scopes[scope]}
        </label>
      ))}
      {error && (
        <p class="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  )
}
