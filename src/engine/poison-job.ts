/**
 * A job that kills whatever runs it, worker processes or whole machines, is treated as a picture that cannot be
 * processed.
 */
import { AppError } from '../base/errors.js'

/** How many workers may die while they run a job. */
export const MAX_CRASHES = 2

export const poisonJob = (cause: unknown): AppError =>
  new AppError('invalid_image', 'The image could not be processed: it crashed the worker twice', { cause })
