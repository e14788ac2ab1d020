/** What a job needs from the API it came by: its words are read, and its images answered, as in a request of their own. */
import type { AppError } from '../../base/errors.js'
import type { PricedOperation } from '../../catalog/prices.js'
import type { ImageSource, Offer, ProcessedImage } from '../images/process-image.js'
import type { Tariff } from '../images/tariff.js'

/** The fields of a request as they were sent, except those that say which images. */
export type JobFields = Readonly<Record<string, string>>

/** What is to be done with each image. */
export interface ItemTask {
  readonly offer: Offer
  readonly background?: ImageSource
}

export interface JobDialect {
  /** Throws when the fields are wrong. */
  readTask(operation: PricedOperation, fields: JobFields, tariff: Tariff): ItemTask
  answer(image: ProcessedImage): object
  understand(error: unknown): AppError
  /** For the caller; `reference` is what to quote when asking for support. */
  describe(error: AppError, reference: string): { code: string; message: string }
}
