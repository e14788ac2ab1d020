/** What a call will cost. The server has the last word. */
import type { Operation } from '../../code-samples.js'

export function priceOf(operation: Operation, fields: Readonly<Record<string, string>>): number {
  if (fields.preview !== undefined) return 0
  if (operation === 'portrait-style') return 2
  if (operation === 'id-photo') return 1
  return fields.size === 'full' ? 1 : 0
}
