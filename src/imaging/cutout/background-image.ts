/** Composites the cut-out onto a picture: as it is when it has the canvas's size, else scaled to cover it, centred. */
import { AppError } from '../../base/errors.js'
import { openPicture } from '../codec/decode.js'
import { refuseDamaged } from '../codec/refusals.js'
import type { ImageLimits, JobFiles } from '../job.js'
import { compositeOnPicture } from '../raster/blend.js'
import type { Cutout } from '../raster/picture.js'
import { sigmaFor } from './backdrop.js'

/** Called before any work is done: fails if the background is not a usable picture. */
export async function checkBackgroundImage(file: string | undefined, limits: ImageLimits): Promise<void> {
  await openPicture(given(file), limits).catch(blameBackground)
}

export async function compositeOnImage(
  cutout: Cutout,
  file: string | undefined,
  limits: ImageLimits,
  blurPercent = 0,
): Promise<void> {
  const { width, height } = cutout
  const { upright } = await openPicture(given(file), limits)
  const covering = upright.flatten({ background: '#fff' }).resize(width, height, { fit: 'cover', position: 'centre' })
  const picture = (blurPercent > 0 ? covering.blur(Math.max(0.3, sigmaFor(blurPercent, cutout))) : covering)
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
    .catch(refuseDamaged)
    .catch(blameBackground)
  compositeOnPicture(cutout, await picture)
}

function given(file: string | undefined): string {
  if (file === undefined) throw new Error('The job names a background, but there is no such file')
  return file
}

/** Refusals say which file they are about; without a name they are about the photo. */
const NAME: keyof JobFiles = 'background'

function blameBackground(error: unknown): never {
  if (error instanceof AppError) throw new AppError(error.kind, error.message, { parameter: NAME, cause: error.cause })
  throw error
}
