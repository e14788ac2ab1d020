/** Who makes results: the workers of this machine, or a server. */

import { AppError } from '../../errors.js'
import type { JobFiles, Outcome } from '../../imaging/job.js'

/** What is told about a result. A server does not say everything that workers do. */
export type Made = Pick<Outcome, 'width' | 'height' | 'bytes' | 'warnings' | 'styleRecipe'> &
  Partial<Pick<Outcome, 'foreground'>>

/** Reads the input and writes the output. */
export type Produce = (files: JobFiles, signal: AbortSignal) => Promise<Made>

export interface Producer {
  /** Undefined when the batch was interrupted before. */
  ready(photos: number): Promise<Produce | undefined>
  close(): Promise<void>
}

/** Nothing is wrong with the photo, and the next one would fare no better: the batch ends here. */
export class BatchStopped extends AppError {}
