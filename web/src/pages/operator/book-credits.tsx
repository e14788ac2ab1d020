/** Credits given to an account, or taken back when that was a mistake. */
import { useState } from 'preact/hooks'
import { count } from '#texts/common'
import { operator as texts } from '#texts/operator'
import { grantCredits, takeCredits } from '../../api/operator.js'
import type { AccountSummary } from '../../api/types.js'
import { Field } from '../../components/field.js'
import { ProblemNotice } from '../../components/notice.js'
import { choicesOf, Segmented } from '../../components/segmented.js'
import { Submit } from '../../components/submit.js'
import { formatNumber } from '../../format/numbers.js'
import { parseWholeNumber } from '../../format/whole-number.js'
import { useForm } from '../../hooks/use-form.js'
import { toast } from '../../state/toasts.js'

const RANGE = { min: 1, max: 1_000_000 }
const NOTE_LENGTH = 200

type Kind = keyof typeof texts.book.kinds

export function BookCredits({ account, onBooked }: { account: AccountSummary; onBooked: () => Promise<void> }) {
  const [kind, setKind] = useState<Kind>('grant')
  const [amount, setAmount] = useState('')
  const [note, setNote] = useState('')
  const [internal, setInternal] = useState(false)
  const [errors, setErrors] = useState<{ amount?: string | undefined; note?: string | undefined }>({})
  const { busy, problem, clear, submit } = useForm(async () => {
    const value = parseWholeNumber(amount, RANGE)
    const found = {
      amount: value === undefined ? texts.amountError : undefined,
      note: kind === 'take' && note.trim() === '' ? texts.book.noteMissing : undefined,
    }
    setErrors(found)
    if (value === undefined || found.note) return
    await (kind === 'grant' ? grantCredits : takeCredits)(account.id, { amount: value, note: note.trim(), internal })
    setAmount('')
    setNote('')
    setInternal(false)
    await onBooked()
    toast(texts.book.done[kind](`${formatNumber(value)} ${count.credits(value)}`, account.email))
  })
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <Segmented
        legend={texts.book.legend}
        choices={choicesOf(texts.book.kinds)}
        value={kind}
        onChange={(next) => {
          setKind(next)
          setErrors({})
          clear()
        }}
      />
      <div class="book-form">
        <Field
          label={texts.book.amount[kind]}
          value={amount}
          onInput={setAmount}
          error={errors.amount}
          input={{ inputMode: 'numeric', autocomplete: 'off' }}
        />
        <Field
          label={texts.book.note[kind]}
          value={note}
          onInput={setNote}
          error={errors.note}
          input={{ maxLength: NOTE_LENGTH, autocomplete: 'off' }}
        />
        <Submit busy={busy}>{texts.book.submit[kind]}</Submit>
      </div>
      <label class="check">
        <input type="checkbox" checked={internal} onChange={(event) => setInternal(event.currentTarget.checked)} />
        {texts.book.internal}
      </label>
      {problem && <ProblemNotice problem={problem} />}
    </form>
  )
}
