/** What jobs do with their images, by the price that it has and the scope that it needs. `cutout` is /v1.0's cut-out. */
import type { PricedOperation } from './prices.js'

export const JOB_OPERATIONS = {
  remove: 'remove',
  'id-photo': 'id-photo',
  'portrait-style': 'portrait-style',
  cutout: 'remove',
} as const satisfies Readonly<Record<string, PricedOperation>>

export type JobOperation = keyof typeof JOB_OPERATIONS
