/** A form that makes a real call of the route. */
import { useState } from 'preact/hooks'
import { tryIt as texts } from '#texts/reference'
import { Field } from '../../components/field.js'
import { Notice, ProblemNotice } from '../../components/notice.js'
import type { Values } from '../../reference/build-request.js'
import { startingValues } from '../../reference/build-request.js'
import type { Parameter, Route } from '../../reference/read-document.js'
import { session } from '../../state/session.js'
import { createStore, useStore } from '../../state/store.js'
import { AnswerView } from './answer-view.js'
import { FileField, ValueField } from './try-fields.js'
import { type Files, useCall } from './use-call.js'

/** Kept in memory only, from one route to the next. */
const typedKey = createStore('')

/** Shown from the start, besides files and prefilled fields. */
const FEW = 3

interface TryItProps {
  readonly route: Route
  readonly values: Values
  readonly onValues: (values: Values) => void
  readonly files: Files
  readonly onFiles: (files: Files) => void
}

export function TryIt({ route, values, onValues, files, onFiles }: TryItProps) {
  const isMember = Boolean(useStore(session)?.account)
  const { isOpen } = route
  const key = useStore(typedKey)
  const [isKeyMissing, setKeyMissing] = useState(false)
  const { state, send, cancel } = useCall(route)
  const { first, rest } = sorted(route)
  const submit = (): void => {
    const missing = !isMember && !isOpen && key.trim() === ''
    setKeyMissing(missing)
    if (!missing) void send({ values, files, typedKey: key.trim() })
  }
  const fieldFor = (parameter: Parameter) =>
    parameter.isFile ? (
      <FileField
        key={parameter.name}
        parameter={parameter}
        onFile={(file) => onFiles(withFile(files, parameter.name, file))}
      />
    ) : (
      <ValueField
        key={parameter.name}
        parameter={parameter}
        value={values[parameter.name] ?? ''}
        onValue={(value) => onValues({ ...values, [parameter.name]: value })}
      />
    )
  return (
    <form
      class="card stack try-it"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <p class="muted">
        {texts.lead} {route.method === 'POST' && texts.costs}
      </p>
      {isMember && !isOpen && <p class="hint">{texts.ownKey}</p>}
      {!isMember && !isOpen && (
        <Field
          label={texts.key}
          value={key}
          onInput={typedKey.set}
          hint={texts.keyHint}
          error={isKeyMissing && key.trim() === '' ? texts.noKey : undefined}
          input={{ autocomplete: 'off', spellcheck: false, placeholder: 'sk_…' }}
        />
      )}
      {first.length > 0 && <div class="try-fields">{first.map(fieldFor)}</div>}
      {rest.length > 0 && (
        <details>
          <summary>{texts.more(rest.length)}</summary>
          <div class="try-fields">{rest.map(fieldFor)}</div>
        </details>
      )}
      <div class="buttons">
        <button type="submit" class="button primary" disabled={state.stage === 'sending'}>
          {texts.send}
        </button>
        {state.stage === 'sending' && (
          <button type="button" class="button" onClick={cancel}>
            {texts.cancel}
          </button>
        )}
      </div>
      <div class="try-answer" aria-live="polite">
        {state.stage === 'sending' && <p class="muted">{texts.sending}</p>}
        {state.stage === 'cancelled' && <Notice kind="info">{texts.cancelled}</Notice>}
        {state.stage === 'failed' && <ProblemNotice problem={state.problem} />}
        {state.stage === 'answered' && <AnswerView answer={state.answer} />}
      </div>
    </form>
  )
}

function sorted(route: Route): { first: readonly Parameter[]; rest: readonly Parameter[] } {
  const starting = startingValues(route)
  const inForm = route.parameters.filter(({ place }) => place !== 'header')
  const chosen = inForm.filter(({ isFile, name, required }) => isFile || required || name in starting)
  const few = inForm.filter((parameter) => !chosen.includes(parameter) && parameter.choices.length > 0)
  const first = [...chosen, ...few.slice(0, FEW)]
  return {
    first: route.parameters.length <= 1 ? route.parameters : first,
    rest: route.parameters.length <= 1 ? [] : route.parameters.filter((parameter) => !first.includes(parameter)),
  }
}

function withFile(files: Files, name: string, file: File | undefined): Files {
  const { [name]: _before, ...others } = files
  return file ? { ...others, [name]: file } : others
}
