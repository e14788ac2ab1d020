/** The photo to try: a file, and its size if the browser can read it. */
import { SAMPLE_PERSON } from '../../../../../src/catalog/sample-photo.js'

export interface Photo {
  readonly file: Blob
  readonly name: string
  /** An object URL. */
  readonly url: string
  /** Undefined if the browser cannot read the file; the server may still be able to. */
  readonly size: { readonly width: number; readonly height: number } | undefined
}

export async function openPhoto(file: Blob, name: string): Promise<Photo> {
  const url = URL.createObjectURL(file)
  return { file, name, url, size: await sizeOf(url) }
}

export function closePhoto({ url }: Photo): void {
  URL.revokeObjectURL(url)
}

/** As shown, that is, after the rotation the file asks for. */
export async function sizeOf(url: string): Promise<Photo['size']> {
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return { width: image.naturalWidth, height: image.naturalHeight }
  } catch {
    return undefined
  }
}

export type Sample = 'group' | 'portrait'

export async function openSample(sample: Sample): Promise<Photo> {
  const reply = await fetch('/web/sample')
  if (!reply.ok) throw new Error('There is no sample photo')
  const whole = await reply.blob()
  if (sample === 'group') return openPhoto(whole, 'sample.jpg')
  return openPhoto(await crop(whole), 'sample-portrait.jpg')
}

async function crop(whole: Blob): Promise<Blob> {
  const { left, top, width, height } = SAMPLE_PERSON
  const picture = await createImageBitmap(whole, left, top, width, height)
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')!.drawImage(picture, 0, 0)
  picture.close()
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 })
}
