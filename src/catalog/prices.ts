/** What operations cost, in credits. Previews are free. Operators may set other prices. */
import type { Scope } from '../base/scopes.js'

export const USUAL_PRICES = { remove: 1, 'id-photo': 1, 'portrait-style': 2 } as const satisfies Partial<
  Record<Scope, number>
>

export type PricedOperation = keyof typeof USUAL_PRICES
export type Prices = Readonly<Record<PricedOperation, number>>

/** `1 credit`, `2 credits` */
export const creditsInWords = (count: number): string => (count === 1 ? '1 credit' : `${count} credits`)

/** The same of a price, which may be nothing. */
export const priceInWords = (price: number): string => (price === 0 ? 'free' : creditsInWords(price))

/** What clients that expect a number are told of an unlimited account. Fits into 32 bits, and is exact as a float. */
export const UNLIMITED_CREDITS = 999_999_999
