/** Composites the cut-out onto a picture: as it is when it has the canvas's size, else scaled to cover it, centred. */
import { AppError } from '../../errors.js'
import { openPicture, refuseDamaged } from '../codec/decode.js'
import type { Background, ImageLimits } from '../job.js'
import { compositeOnPicture } from '../raster/blend.js'
import type { Cutout } from '../raster/picture.js'

type BackgroundImage = Extract<Background, { kind: 'image' }>

/** Called before any work is done: fails if the background is not a usable picture. */
export async function checkBackgroundImage(
  background: BackgroundImage,
  file: string | undefined,
  limits: ImageLimits,
): Promise<void> {
  await withParameter(background, openPicture(given(file), limits))
}

export async function compositeOnImage(
  cutout: Cutout,
  background: BackgroundImage,
  file: string | undefined,
  limits: ImageLimits,
): Promise<void> {
  const { width, height } = cutout
  const { upright } = await openPicture(given(file), limits)
  const picture = upright
    .flatten({ background: '#fff' })
    .resize(width, height, { fit: 'cover', position: 'centre' })
    .removeAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer()
    .catch(refuseDamaged)
  compositeOnPicture(cutout, await withParameter(background, picture))
}

function given(file: string | undefined): string {
  if (file === undefined) throw new Error('The job names a background, but there is no such file')
  return file
}

function withParameter<T>({ parameter }: BackgroundImage, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (error instanceof AppError) throw new AppError(error.kind, error.message, { parameter, cause: error.cause })
    throw error
  })
}
