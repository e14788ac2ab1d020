/** The rate limit of one key. */
import { useState } from 'preact/hooks'
import { operator as texts } from '#texts/operator'
import { limitKey } from '../../api/operator.js'
import type { KeyRecord } from '../../api/types.js'
import { Field } from '../../components/field.js'
import { ProblemNotice } from '../../components/notice.js'
import { Submit } from '../../components/submit.js'
import { parseWholeNumber } from '../../format/whole-number.js'
import { useForm } from '../../hooks/use-form.js'
import { toast } from '../../state/toasts.js'

const RANGE = { min: 1, max: 1_000_000 }

export function KeyLimit({ record, onChanged }: { record: KeyRecord; onChanged: () => Promise<void> }) {
  const [limit, setLimit] = useState(record.ownLimit ? String(record.rateLimit) : '')
  const [error, setError] = useState<string>()
  const { busy, problem, submit } = useForm(async () => {
    const value = limit.trim() === '' ? null : parseWholeNumber(limit, RANGE)
    setError(value === undefined ? texts.limitError : undefined)
    if (value === undefined) return
    await limitKey(record.id, value)
    await onChanged()
    toast(texts.limitSet(record.name))
  })
  return (
    <form class="inline-form" onSubmit={submit} noValidate>
      <Field
        label={texts.limit(record.name)}
        value={limit}
        onInput={setLimit}
        error={error}
        input={{
          inputMode: 'numeric',
          autocomplete: 'off',
          placeholder: record.ownLimit ? texts.defaultLimit : `${texts.defaultLimit}: ${record.rateLimit}`,
        }}
      />
      <Submit busy={busy}>{texts.setLimit}</Submit>
      {problem && <ProblemNotice problem={problem} />}
    </form>
  )
}
