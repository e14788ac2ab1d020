/** One account: its credits, the limits of its keys, its access, its latest entries. */
import { useState } from 'preact/hooks'
import { common, count } from '#texts/common'
import { operator as texts } from '#texts/operator'
import { operatorAccount } from '../../api/operator.js'
import type { AccountSummary } from '../../api/types.js'
import { LedgerTable } from '../../components/ledger-table.js'
import { Modal } from '../../components/modal.js'
import { ProblemNotice } from '../../components/notice.js'
import { Skeleton } from '../../components/skeleton.js'
import { formatNumber } from '../../format/numbers.js'
import { useData } from '../../hooks/use-data.js'
import { Access } from './access.js'
import { AccountState } from './account-state.js'
import { BookCredits } from './book-credits.js'
import { KeyLimit } from './key-limit.js'

interface DialogProps {
  readonly account: AccountSummary
  readonly onClose: (changed: boolean) => void
}

export function AccountDialog({ account, onClose }: DialogProps) {
  const { data, problem, reload } = useData(() => operatorAccount(account.id))
  const [changed, setChanged] = useState(false)
  const refresh = async (): Promise<void> => {
    setChanged(true)
    await reload()
  }
  const current = data?.account ?? account
  return (
    <Modal title={account.email} onClose={() => onClose(changed)} wide>
      <p class="balance">
        <strong>{formatNumber(current.balance)}</strong> {count.credits(current.balance)}{' '}
        {current.suspendedAt !== null && <span class="tag danger">{texts.state.tag}</span>}
      </p>
      <BookCredits account={account} onBooked={refresh} />
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
          <p>
            <a href={`/operator/requests?email=${encodeURIComponent(account.email)}`}>{texts.requestsOf}</a>
          </p>
          <h3>{texts.state.title}</h3>
          <AccountState account={current} onChanged={refresh} onDeleted={() => onClose(true)} />
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
