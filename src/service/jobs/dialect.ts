/** What a job needs from the API it came by: its words are read, and its images answered, as in a request of their own. */
import type { AppError } from '../../base/errors.js'
import type { JobOperation } from '../../catalog/job-operations.js'
import type { ImageSource, Offer, ProcessedImage } from '../images/process-image.js'
import type { Tariff } from '../images/tariff.js'

/**
 * The fields of a request as they were sent, except those that say which images. `bg_image_file` is there where a
 * background was uploaded with the image, whatever it says.
 */
export type JobFields = Readonly<Record<string, string>>

/** What is to be done with each image. */
export interface ItemTask {
  readonly offers: readonly [Offer, ...Offer[]]
  /** Of one that was uploaded, only that there is one: the file is not there yet. */
  readonly background?: ImageSource
}

export interface JobDialect {
  /** Throws when the fields are wrong. */
  readTask(operation: JobOperation, fields: JobFields, tariff: Tariff): ItemTask
  answer(operation: JobOperation, image: ProcessedImage): object
  understand(error: unknown): AppError
  /** For the caller; `reference` is what to quote when asking for support. */
  describe(error: AppError, reference: string): { code: string; message: string }
}
