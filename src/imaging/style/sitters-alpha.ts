/** What of the photo is its sitters, as alpha. */
import { AppError } from '../../base/errors.js'
import { LOW_CONFIDENCE } from '../../catalog/cutout-warnings.js'
import type { Photo } from '../raster/picture.js'
import type { Tools } from '../tools.js'

/**
 * Undefined where no subject stands out although faces are visible, as in a crowd, and where the network is not sure of it: a
 * picture painted as a whole is better than one with pieces of the old background before the new one. `enough`: so many pixels
 * of the longer side show enough of the edge.
 */
export async function findSittersAlpha(
  photo: Photo,
  findSubject: Tools['findSubject'],
  enough?: number,
): Promise<Uint8Array | undefined> {
  try {
    const { alpha, confidence = 1 } = await findSubject(photo, { classify: false, certainty: true, enough })
    return confidence < LOW_CONFIDENCE ? undefined : alpha
  } catch (error) {
    if (error instanceof AppError && error.kind === 'no_foreground') return undefined
    throw error
  }
}
