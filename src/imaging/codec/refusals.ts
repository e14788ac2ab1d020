/** What every decoder refuses in the same words. */
import { AppError } from '../../base/errors.js'
import type { ImageLimits } from '../job.js'

export function checkDimensions(width: number, height: number, limits: ImageLimits): void {
  const longest = Math.max(width, height)
  const size = `The image has ${width} x ${height} pixels`
  if (longest < limits.minSide)
    throw new AppError('invalid_image', `${size}; the longest side must be at least ${limits.minSide}`)
  if (longest > limits.maxSide)
    throw new AppError('invalid_image', `${size}; the longest side may be at most ${limits.maxSide}`)
  if (width * height >= limits.pixels) {
    throw new AppError('invalid_image', `${size}; it must have fewer than ${limits.pixels} pixels`)
  }
}

export function refuseDamaged(cause: unknown): never {
  throw new AppError('invalid_image', 'The image is damaged or incomplete and could not be decoded', { cause })
}
