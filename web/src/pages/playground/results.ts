/** What was made of the photo at hand, in order. Whatever was paid for stays, so that nothing has to be bought twice. */
import { priceOf } from './prices.js'
import { type Call, isSameCall, sameFields } from './same-call.js'

export const isPaid = ({ operation, fields }: Call): boolean => priceOf(operation, fields) > 0

/** What takes the place of one another: the same call, once more; free pictures of one operation. */
export const slotOf = (call: Call): string =>
  `${call.operation} ${isPaid(call) ? JSON.stringify(Object.entries(call.fields).toSorted()) : 'free'}`

export const withResult = <T extends Call>(results: readonly T[], made: T): readonly T[] => [
  ...results.filter((result) => slotOf(result) !== slotOf(made)),
  made,
]

/** The one that was made with these options, else its preview, else the last one of the operation. */
export function resultFor<T extends Call>(results: readonly T[], chosen: Call): T | undefined {
  const made = results.filter(({ operation }) => operation === chosen.operation)
  return (
    made.find((result) => isSameCall(result, chosen)) ??
    made.findLast(({ fields }) => sameFields(fields, chosen.fields)) ??
    made.at(-1)
  )
}

/** It need not be bought again. */
export const paidResultFor = <T extends Call>(results: readonly T[], chosen: Call): T | undefined =>
  results.find((result) => isPaid(result) && isSameCall(result, chosen))
