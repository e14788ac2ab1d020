/** Holds the credit of a request before anything is done for it. */
import { AppError } from '../../base/errors.js'
import { creditsInWords } from '../../catalog/prices.js'
import type { Database, Hold } from '../../db/port.js'
import type { Lease } from './leases.js'

export interface Payer {
  readonly accountId: string
  readonly keyId: string
}

/** The first offer that the balance covers; free ones need no hold. */
export async function holdCredit<Offer extends { readonly price: number }>(
  db: Pick<Database, 'ledger' | 'accounts'>,
  { accountId, keyId }: Payer,
  offers: readonly Offer[],
  lease: Lease,
): Promise<{ offer: Offer; hold?: Hold }> {
  for (const offer of offers) {
    if (offer.price === 0) return { offer }
    const hold = await db.ledger.hold({ accountId, keyId, amount: offer.price, lease: lease.term() })
    if (hold) return { offer, hold }
  }
  const account = await db.accounts.findById(accountId)
  if (!account) throw accountIsGone()
  const available = account.balance - account.held
  const price = Math.min(...offers.map((offer) => offer.price))
  throw new AppError('no_credit', `This request needs ${creditsInWords(price)}; ${available} available`)
}

export const accountIsGone = (): AppError => new AppError('unauthenticated', 'The account of this API key was deleted')
