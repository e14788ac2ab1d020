/** What a call will cost. The server has the last word. */
import type { Operation } from '../../code-samples.js'

export function priceOf(operation: Operation, fields: Readonly<Record<string, string>>): number {
  if (operation === 'portrait-style') return 2
  if (operation === 'id-photo') return fields.preview === undefined ? 1 : 0
  return fields.size === 'full' ? 1 : 0
}
