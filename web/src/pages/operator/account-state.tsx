/** Suspends an account, restores its access, or deletes it permanently. */
import { useState } from 'preact/hooks'
import { operator } from '#texts/operator'
import { deleteAccountOf, resumeAccount, suspendAccount } from '../../api/operator.js'
import type { AccountSummary } from '../../api/types.js'
import { Confirm } from '../../components/confirm.js'
import { Field } from '../../components/field.js'
import { ProblemNotice } from '../../components/notice.js'
import { Submit } from '../../components/submit.js'
import { formatDateTime } from '../../format/times.js'
import { useForm } from '../../hooks/use-form.js'
import { toast } from '../../state/toasts.js'

const texts = operator.state

interface StateProps {
  readonly account: AccountSummary
  readonly onChanged: () => Promise<void>
  readonly onDeleted: () => void
}

export function AccountState({ account, onChanged, onDeleted }: StateProps) {
  const [asking, setAsking] = useState<'suspend' | 'delete'>()
  const close = (): void => setAsking(undefined)
  const resume = useForm(async () => {
    await resumeAccount(account.id)
    await onChanged()
    toast(texts.resumed(account.email))
  })
  return (
    <>
      {account.suspendedAt !== null && <p class="muted">{texts.since(formatDateTime(account.suspendedAt))}</p>}
      {resume.problem && <ProblemNotice problem={resume.problem} />}
      <div class="buttons">
        {account.suspendedAt === null ? (
          <button type="button" class="button" onClick={() => setAsking('suspend')}>
            {texts.suspend}
          </button>
        ) : (
          <form onSubmit={resume.submit}>
            <Submit busy={resume.busy}>{texts.resume}</Submit>
          </form>
        )}
        <button type="button" class="button quiet-danger" onClick={() => setAsking('delete')}>
          {texts.delete}
        </button>
      </div>
      {asking === 'suspend' && <Suspend account={account} onClose={close} onDone={onChanged} />}
      {asking === 'delete' && <Delete account={account} onClose={close} onDone={onDeleted} />}
    </>
  )
}

interface AskProps {
  readonly account: AccountSummary
  readonly onClose: () => void
  readonly onDone: () => Promise<void> | void
}

function Suspend({ account, onClose, onDone }: AskProps) {
  const [note, setNote] = useState('')
  return (
    <Confirm
      title={texts.suspendTitle(account.email)}
      text={texts.suspendText}
      yes={texts.suspend}
      onClose={onClose}
      onConfirm={async () => {
        await suspendAccount(account.id, note.trim())
        await onDone()
        onClose()
        toast(texts.suspended(account.email))
      }}
    >
      <Field label={texts.note} value={note} onInput={setNote} input={{ maxLength: 200, autocomplete: 'off' }} />
    </Confirm>
  )
}

function Delete({ account, onClose, onDone }: AskProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  return (
    <Confirm
      title={texts.deleteTitle(account.email)}
      text={texts.deleteText}
      yes={texts.deleteYes}
      onClose={onClose}
      onConfirm={async () => {
        const same = typed.trim().toLowerCase() === account.email
        setError(same ? undefined : texts.typeError(account.email))
        if (!same) return
        await deleteAccountOf(account.id, account.email)
        toast(texts.deleted(account.email))
        await onDone()
      }}
    >
      <Field
        label={texts.type(account.email)}
        value={typed}
        onInput={setTyped}
        error={error}
        input={{ autocomplete: 'off', autocapitalize: 'none', spellcheck: false }}
      />
    </Confirm>
  )
}
