/** One account: grant credits, change the limits of its keys, see its latest entries. */
import { useState } from 'preact/hooks'
import { common, count } from '#texts/common'
import { operator as texts } from '#texts/operator'
import type { KeyRecord, OperatorAccount } from '../../api/types.js'
import { grantCredits, limitKey, operatorAccount } from '../../api/web.js'
import { Field } from '../../components/field.js'
import { LedgerTable } from '../../components/ledger-table.js'
import { Modal } from '../../components/modal.js'
import { ProblemNotice } from '../../components/notice.js'
import { Skeleton } from '../../components/skeleton.js'
import { Submit } from '../../components/submit.js'
import { formatNumber } from '../../format/numbers.js'
import { useData } from '../../hooks/use-data.js'
import { useForm } from '../../hooks/use-form.js'
import { toast } from '../../state/toasts.js'
import { Access } from './access.js'

const MAX = 1_000_000

interface DialogProps {
  readonly account: OperatorAccount
  readonly onClose: (changed: boolean) => void
}

export function AccountDialog({ account, onClose }: DialogProps) {
  const { data, problem, reload } = useData(() => operatorAccount(account.id))
  const [changed, setChanged] = useState(false)
  const refresh = async (): Promise<void> => {
    setChanged(true)
    await reload()
  }
  const balance = data?.account.balance ?? account.balance
  return (
    <Modal title={account.email} onClose={() => onClose(changed)} wide>
      <p class="balance">
        <strong>{formatNumber(balance)}</strong> {count.credits(balance)}
      </p>
      <GrantCredits account={account} onGranted={refresh} />
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton rows={3} />}
      {data && (
        <>
          <h3>{texts.limits}</h3>
          {data.keys.length === 0 && <p class="muted">{texts.noKeys}</p>}
          {data.keys.map((key) => (
            <KeyLimit key={key.id} record={key} onChanged={refresh} />
          ))}
          <Access accountId={account.id} />
          <h3>{texts.latest}</h3>
          <LedgerTable entries={data.entries} />
        </>
      )}
      <div class="buttons end">
        <button type="button" class="button" onClick={() => onClose(changed)}>
          {common.close}
        </button>
      </div>
    </Modal>
  )
}

function GrantCredits({ account, onGranted }: { account: OperatorAccount; onGranted: () => Promise<void> }) {
  const [amount, setAmount] = useState('')
  const [error, setError] = useState<string>()
  const { busy, problem, submit } = useForm(async () => {
    const value = wholeNumber(amount)
    setError(value === undefined ? texts.amountError : undefined)
    if (value === undefined) return
    await grantCredits(account.id, value)
    setAmount('')
    await onGranted()
    toast(texts.granted(`${formatNumber(value)} ${count.credits(value)}`, account.email))
  })
  return (
    <form class="inline-form" onSubmit={submit} noValidate>
      <Field
        label={texts.amount}
        value={amount}
        onInput={setAmount}
        error={error}
        input={{ inputMode: 'numeric', autocomplete: 'off' }}
      />
      <Submit busy={busy}>{texts.grant}</Submit>
      {problem && <ProblemNotice problem={problem} />}
    </form>
  )
}

function KeyLimit({ record, onChanged }: { record: KeyRecord; onChanged: () => Promise<void> }) {
  const [limit, setLimit] = useState(record.ownLimit ? String(record.rateLimit) : '')
  const [error, setError] = useState<string>()
  const { busy, problem, submit } = useForm(async () => {
    const value = limit.trim() === '' ? null : wholeNumber(limit)
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

function wholeNumber(text: string): number | undefined {
  const value = Number(text.replaceAll(/[\s,.'’]/g, ''))
  return text.trim() !== '' && Number.isInteger(value) && value >= 1 && value <= MAX ? value : undefined
}
