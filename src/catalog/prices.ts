/** What operations cost, in credits. Previews are free. The server charges by this table and the account page shows it. */
import type { Scope } from '../base/scopes.js'

export const PRICES = { remove: 1, 'id-photo': 1, 'portrait-style': 2 } as const satisfies Partial<
  Record<Scope, number>
>

export type PricedOperation = keyof typeof PRICES

export const priceOf = (operation: PricedOperation, isPreview: boolean): number => (isPreview ? 0 : PRICES[operation])

/** `1 credit`, `2 credits` */
export const creditsInWords = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`)
