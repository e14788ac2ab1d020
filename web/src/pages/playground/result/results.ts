/** The results of the current photo, in order. Full results are kept, so that nothing has to be paid for twice. */
import { isPreview } from '../run/prices.js'
import { type Call, isSameCall, sameFields } from '../run/same-call.js'

/** Also where its price is nothing. */
export const isPaid = ({ operation, fields }: Call): boolean => !isPreview(operation, fields)

/** Results in the same slot replace each other: those of the same call, and free ones of the same operation. */
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

/** It need not be paid for again. */
export const paidResultFor = <T extends Call>(results: readonly T[], chosen: Call): T | undefined =>
  results.find((result) => isPaid(result) && isSameCall(result, chosen))
