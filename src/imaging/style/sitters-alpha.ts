/** What of the photo is its sitters, as alpha; undefined where that is not known, and the picture is painted as a whole. */
import { AppError } from '../../base/errors.js'
import { LOW_CONFIDENCE } from '../../catalog/cutout-warnings.js'
import type { Face } from '../detect/faces/find-faces.js'
import type { Cutout, Photo } from '../raster/picture.js'
import type { Tools } from '../tools.js'

/**
 * Without a face there is no portrait, and in a crowd no subject stands out. Nor is a doubtful cut-out used: a picture painted as a
 * whole is better than one with pieces of the old background before the new one. `enough`: so many pixels of the longer side show
 * enough of the edge.
 */
export async function findSittersAlpha(
  photo: Photo,
  faces: readonly Pick<Face, 'mesh'>[],
  findSubject: Tools['findSubject'],
  enough?: number,
): Promise<Uint8Array | undefined> {
  if (faces.length === 0) return undefined
  try {
    const { alpha, confidence = 1 } = await findSubject(photo, { classify: false, certainty: true, enough })
    const isDoubtful = confidence < LOW_CONFIDENCE || faces.some((face) => lacksBody({ ...photo, alpha }, face))
    return isDoubtful ? undefined : alpha
  } catch (error) {
    if (error instanceof AppError && error.kind === 'no_foreground') return undefined
    throw error
  }
}

/** So far below the chin, in heights of the face, shoulders are broader than this, in its widths. */
const [BELOW, NARROW] = [0.5, 0.8]

/** A head in the matte whose body is not: dark clothes before a dark wall. */
function lacksBody({ width, height, alpha }: Cutout, { mesh }: Pick<Face, 'mesh'>): boolean {
  const [across, down] = [mesh.map(({ x }) => x), mesh.map(({ y }) => y)]
  const [left, right, top, chin] = [Math.min(...across), Math.max(...across), Math.min(...down), Math.max(...down)]
  const isHere = (x: number, y: number): boolean => alpha[Math.floor(y) * width + Math.floor(x)]! >= 128
  const row = Math.floor(chin + BELOW * (chin - top))
  if (left < 0 || right >= width || row >= height || !isHere((left + right) / 2, (top + chin) / 2)) return false
  let count = 0
  for (let x = 0; x < width; x++) if (isHere(x, row)) count += 1
  return count < NARROW * (right - left)
}
