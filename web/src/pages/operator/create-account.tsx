/** A new account with credits, and its password, which is shown only once. */
import { useState } from 'preact/hooks'
import { operator } from '#texts/operator'
import { createAccount } from '../../api/operator.js'
import { CopyButton } from '../../components/copy-button.js'
import { Field } from '../../components/field.js'
import { FormButtons } from '../../components/form-buttons.js'
import { Modal } from '../../components/modal.js'
import { ProblemNotice } from '../../components/notice.js'
import { emailError } from '../../credentials.js'
import { parseWholeNumber } from '../../format/whole-number.js'
import { useForm } from '../../hooks/use-form.js'
import { session } from '../../state/session.js'
import { useStore } from '../../state/store.js'

const texts = operator.create
const RANGE = { min: 0, max: 1_000_000 }

export function CreateAccount({ onClose }: { onClose: (made: boolean) => void }) {
  const [made, setMade] = useState<{ email: string; password: string }>()
  return (
    <Modal title={made ? texts.made(made.email) : texts.title} onClose={() => onClose(made !== undefined)}>
      {made ? (
        <>
          <p>{texts.madeText}</p>
          <div class="secret">
            <code>{made.password}</code>
            <CopyButton text={made.password} />
          </div>
          <div class="buttons end">
            <button type="button" class="button primary" onClick={() => onClose(true)}>
              {texts.done}
            </button>
          </div>
        </>
      ) : (
        <Form onMade={setMade} onCancel={() => onClose(false)} />
      )}
    </Modal>
  )
}

interface FormProps {
  readonly onMade: (made: { email: string; password: string }) => void
  readonly onCancel: () => void
}

function Form({ onMade, onCancel }: FormProps) {
  const [email, setEmail] = useState('')
  const [credits, setCredits] = useState(String(useStore(session)?.freeCredits ?? 0))
  const [unlimited, setUnlimited] = useState(false)
  const [errors, setErrors] = useState<{ email?: string | undefined; credits?: string | undefined }>({})
  const { busy, problem, submit } = useForm(async () => {
    const value = parseWholeNumber(credits, RANGE)
    const found = { email: emailError(email), credits: value === undefined ? texts.creditsError : undefined }
    setErrors(found)
    if (value === undefined || found.email) return
    const { account, password } = await createAccount(email, value, unlimited)
    onMade({ email: account.email, password })
  })
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <Field
        label={operator.email}
        value={email}
        onInput={setEmail}
        error={errors.email}
        input={{ type: 'email', autocomplete: 'off', autocapitalize: 'none', spellcheck: false }}
      />
      <Field
        label={texts.credits}
        value={credits}
        onInput={setCredits}
        error={errors.credits}
        input={{ inputMode: 'numeric', autocomplete: 'off' }}
      />
      <label class="check">
        <input type="checkbox" checked={unlimited} onChange={(event) => setUnlimited(event.currentTarget.checked)} />
        {operator.unlimited.label}
      </label>
      {problem && <ProblemNotice problem={problem} />}
      <FormButtons yes={texts.submit} busy={busy} onClose={onCancel} />
    </form>
  )
}
