/** What makes the results: the workers of this machine, or a server. */

import { AppError } from '../../base/errors.js'
import type {
  CutoutOutcome,
  IdPhotoOutcome,
  JobFiles,
  PictureOutcome,
  PortraitStyleOutcome,
} from '../../imaging/job.js'

/** What is reported about a result. A server does not report everything that workers do. */
export type Made = Pick<PictureOutcome, 'width' | 'height' | 'bytes'> &
  Partial<
    Pick<PictureOutcome, 'foreground'> &
      Pick<CutoutOutcome, 'confidence' | 'pieces' | 'set'> &
      Pick<IdPhotoOutcome, 'formats'> & { warnings: readonly string[] } & Pick<PortraitStyleOutcome, 'styleRecipe'>
  >

/** Reads the input and writes the output. */
export type Produce = (files: JobFiles, signal: AbortSignal) => Promise<Made>

export interface Producer {
  /** Undefined if the batch was interrupted before that. */
  ready(photos: number): Promise<Produce | undefined>
  close(): Promise<void>
}

/** The photo is not at fault, and the next one would fare no better: the batch ends here. */
export class BatchStopped extends AppError {}
