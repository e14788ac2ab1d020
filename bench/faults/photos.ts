/** Photos that can be told apart by their size, and what their cut-outs must look like. */
import sharp from 'sharp'
import { samplePerson } from '../../test/support/sample-person.js'

export interface Photo {
  readonly file: Buffer
  readonly width: number
  readonly height: number
}

const [NARROWEST, STEP, COUNT] = [540, 2, 40]
/** How much of the sample photo's person alone is subject, and how far a result may be off. */
const SHARE = { least: 0.2, most: 0.95 }

/** 0.37 to 0.49 megapixels. */
export async function makePhotos(): Promise<Photo[]> {
  const person = await samplePerson()
  return Promise.all(
    Array.from({ length: COUNT }, async (_, i) => {
      const { data, info } = await sharp(person)
        .resize({ width: NARROWEST + i * STEP })
        .jpeg()
        .toBuffer({ resolveWithObject: true })
      return { file: data, width: info.width, height: info.height }
    }),
  )
}

/** What is wrong with a cut-out of it; undefined: nothing. */
export async function lookAt(photo: Photo, bytes: Buffer): Promise<string | undefined> {
  try {
    const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true })
    if (info.width !== photo.width || info.height !== photo.height) return `${info.width} × ${info.height}`
    if (info.channels !== 4) return 'no transparency'
    let opaque = 0
    for (let i = 3; i < data.length; i += 4) opaque += data[i]! / 255
    const share = opaque / (info.width * info.height)
    return share < SHARE.least || share > SHARE.most ? `${share.toFixed(2)} of it is subject` : undefined
  } catch (error) {
    return `unreadable: ${(error as Error).message}`
  }
}
