/** The rate limit of one key, or of an account. */
import { useState } from 'preact/hooks'
import { operator as texts } from '#texts/operator'
import { Field } from '../../components/field.js'
import { ProblemNotice } from '../../components/notice.js'
import { Submit } from '../../components/submit.js'
import { parseWholeNumber } from '../../format/whole-number.js'
import { useForm } from '../../hooks/use-form.js'
import { toast } from '../../state/toasts.js'

const RANGE = { min: 1, max: 1_000_000 }

interface RateLimitProps {
  /** Whose. */
  readonly name: string
  readonly label: string
  /** Null: the usual one applies. */
  readonly own: number | null
  readonly usual?: number | undefined
  readonly onSet: (limit: number | null) => Promise<void>
}

export function RateLimit({ name, label, own, usual, onSet }: RateLimitProps) {
  const [limit, setLimit] = useState(own === null ? '' : String(own))
  const [error, setError] = useState<string>()
  const { busy, problem, submit } = useForm(async () => {
    const value = limit.trim() === '' ? null : parseWholeNumber(limit, RANGE)
    setError(value === undefined ? texts.limitError : undefined)
    if (value === undefined) return
    await onSet(value)
    toast(texts.limitSet(name))
  })
  return (
    <form class="inline-form" onSubmit={submit} noValidate>
      <Field
        label={label}
        value={limit}
        onInput={setLimit}
        error={error}
        input={{
          inputMode: 'numeric',
          autocomplete: 'off',
          placeholder: usual === undefined ? texts.defaultLimit : `${texts.defaultLimit}: ${usual}`,
        }}
      />
      <Submit busy={busy}>{texts.setLimit}</Submit>
      {problem && <ProblemNotice problem={problem} />}
    </form>
  )
}
