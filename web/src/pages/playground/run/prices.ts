/** What a call will cost. The server has the last word. */
import { priceOf as priceOfOperation } from '../../../../../src/catalog/prices.js'
import type { Operation } from '../../../code-samples.js'

export function priceOf(operation: Operation, fields: Readonly<Record<string, string>>): number {
  const isPreview = fields.preview !== undefined || (operation === 'remove' && fields.size !== 'full')
  return priceOfOperation(operation, isPreview)
}
