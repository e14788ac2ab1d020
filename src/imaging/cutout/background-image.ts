/** Puts the cut-out on a picture: used as it is when it has the canvas's size, else scaled to cover it, centred. */
import { AppError } from '../../errors.js'
import { openPicture, refuseDamaged } from '../codec/decode.js'
import type { Background, ImageLimits } from '../job.js'
import { layOnPicture } from '../raster/blend.js'
import type { Cutout } from '../raster/picture.js'

type BackgroundImage = Extract<Background, { kind: 'image' }>

/** Before any work is done: is the background a picture at all? */
export async function checkBackgroundImage(background: BackgroundImage, limits: ImageLimits): Promise<void> {
  await namingParameter(background, openPicture(background.file, limits))
}

export async function fillBackgroundImage(
  cutout: Cutout,
  background: BackgroundImage,
  limits: ImageLimits,
): Promise<void> {
  const { width, height } = cutout
  const { upright } = await openPicture(background.file, limits)
  const picture = upright
    .flatten({ background: '#fff' })
    .resize(width, height, { fit: 'cover', position: 'centre' })
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
    .catch(refuseDamaged)
  layOnPicture(cutout, await namingParameter(background, picture))
}

function namingParameter<T>({ parameter }: BackgroundImage, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError) throw new AppError(error.kind, error.message, { parameter, cause: error.cause })
    throw error
  })
}
