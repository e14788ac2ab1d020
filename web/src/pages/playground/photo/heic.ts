/** HEIC photos, from iPhones. The server cannot read them; a browser that can converts them to JPEG. */
import { isHeif, SIGNATURE_BYTES } from '../../../../../src/imaging/codec/file-type.js'

const QUALITY = 0.95

/** The file, or the JPEG made of it; undefined if it is a HEIC photo that this browser cannot read. */
export async function readable(file: File): Promise<File | undefined> {
  if (!isHeif(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()))) return file
  try {
    const picture = await createImageBitmap(file)
    const canvas = new OffscreenCanvas(picture.width, picture.height)
    canvas.getContext('2d')!.drawImage(picture, 0, 0)
    picture.close()
    const jpeg = await canvas.convertToBlob({ type: 'image/jpeg', quality: QUALITY })
    return new File([jpeg], file.name.replace(/\.[^.]*$/, '.jpg'), { type: jpeg.type })
  } catch {
    return undefined
  }
}
