/** A job that ends whatever works on it, worker processes or whole machines, is taken for a picture that cannot be processed. */
import { AppError } from '../errors.js'

/** So many workers may die under a job: by its own doing, or by that of others. */
export const DEATHS = 2

export const deadly = (cause: unknown): AppError =>
  new AppError('invalid_image', 'The image could not be processed: it crashed the worker twice', { cause })
