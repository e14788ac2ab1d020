/** How many credits an account has, or that it needs none. */
import { count } from '#texts/common'
import type { OwnAccount } from '../api/types.js'
import { formatNumber } from '../format/numbers.js'

export function Balance({ account: { balance, unlimited } }: { account: Pick<OwnAccount, 'balance' | 'unlimited'> }) {
  if (unlimited) return <strong class="word">{count.unlimited}</strong>
  return (
    <>
      <strong>{formatNumber(balance)}</strong> {count.credits(balance)}
    </>
  )
}
