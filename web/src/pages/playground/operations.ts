/** What the playground offers, in the order of its tabs. */
import type { Operation } from '../../code-samples.js'

export const operations: readonly Operation[] = ['remove', 'id-photo', 'portrait-style']
