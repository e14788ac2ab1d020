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
      Pick<CutoutOutcome, 'confidence' | 'pieces'> &
      Pick<IdPhotoOutcome, 'formats'> & {
        warnings: readonly string[]
        /** The pictures in the ZIP that the result then is. */
        set: readonly PictureOfSet[]
      } & Pick<PortraitStyleOutcome, 'styleRecipe'>
  >

export interface PictureOfSet extends Pick<Made, 'width' | 'height' | 'bytes' | 'foreground'> {
  readonly name: string
  readonly warnings: readonly string[]
}

/** Reads the input and writes the output. */
export type Produce = (files: JobFiles, signal: AbortSignal) => Promise<Made>

export interface Producer {
  /** Undefined if the batch was interrupted before that. */
  ready(photos: number): Promise<Produce | undefined>
  close(): Promise<void>
}

/** The photo is not at fault, and the next one would fare no better: the batch ends here. */
export class BatchStopped extends AppError {}
