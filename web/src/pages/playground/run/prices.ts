/** What a call will cost. The server has the last word. */
import { type Prices, USUAL_PRICES } from '../../../../../src/catalog/prices.js'
import type { SessionState } from '../../../api/types.js'
import type { Operation } from '../../../code-samples.js'

type Fields = Readonly<Record<string, string>>

const NOTHING: Prices = { remove: 0, 'id-photo': 0, 'portrait-style': 0 }

/** For the account that is signed in. */
export const pricesFor = (known: Pick<SessionState, 'account' | 'prices'> | undefined): Prices =>
  known?.account?.unlimited ? NOTHING : (known?.prices ?? USUAL_PRICES)

export const isPreview = (operation: Operation, fields: Fields): boolean =>
  fields.preview !== undefined || (operation === 'remove' && fields.size !== 'full')

export const priceOf = (prices: Prices, operation: Operation, fields: Fields): number =>
  isPreview(operation, fields) ? 0 : prices[operation]
