/** One account: its credits, its limits and those of its keys, its access, its latest entries. */
import { useState } from 'preact/hooks'
import { common } from '#texts/common'
import { operator as texts } from '#texts/operator'
import { limitAccount, limitKey, operatorAccount } from '../../api/operator.js'
import type { AccountSummary } from '../../api/types.js'
import { Balance } from '../../components/balance.js'
import { LedgerTable } from '../../components/ledger-table.js'
import { Modal } from '../../components/modal.js'
import { ProblemNotice } from '../../components/notice.js'
import { Skeleton } from '../../components/skeleton.js'
import { useData } from '../../hooks/use-data.js'
import { Access } from './access.js'
import { AccountState } from './account-state.js'
import { BookCredits } from './book-credits.js'
import { RateLimit } from './rate-limit.js'
import { UnlimitedSwitch } from './unlimited-switch.js'

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
        <Balance account={current} />{' '}
        {current.suspendedAt !== null && <span class="tag danger">{texts.state.tag}</span>}
      </p>
      {data && <UnlimitedSwitch details={data} onChanged={refresh} />}
      <BookCredits account={account} onBooked={refresh} />
      {problem && <ProblemNotice problem={problem} onRetry={reload} />}
      {!data && !problem && <Skeleton rows={3} />}
      {data && (
        <>
          <h3>{texts.limits}</h3>
          <RateLimit
            name={account.email}
            label={texts.accountLimit}
            own={data.account.rateLimit}
            usual={data.usualRateLimit}
            onSet={async (limit) => {
              await limitAccount(account.id, limit)
              await refresh()
            }}
          />
          {data.keys.length === 0 && <p class="muted">{texts.noKeys}</p>}
          {data.keys.map((key) => (
            <RateLimit
              key={key.id}
              name={key.name}
              label={texts.limit(key.name)}
              own={key.ownLimit ? key.rateLimit : null}
              usual={key.ownLimit ? undefined : key.rateLimit}
              onSet={async (limit) => {
                await limitKey(key.id, limit)
                await refresh()
              }}
            />
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
