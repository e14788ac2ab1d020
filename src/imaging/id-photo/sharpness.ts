/** How sharp the face is: the variance of the Laplacian of its brightness, at the same face width for all photos. */
import type { Photo } from '../raster/picture.js'
import type { Point } from '../raster/point.js'
import { rawPicture } from '../raster/resample.js'

const FACE_WIDTH = 200

/** Measured on the photo, not on the result: in small formats every face looks equally sharp. */
export async function measureSharpness(photo: Photo, oval: readonly Point[]): Promise<number | undefined> {
  const { width, height } = photo
  const [xs, ys] = [oval.map(({ x }) => x), oval.map(({ y }) => y)]
  const left = Math.max(0, Math.floor(Math.min(...xs)))
  const top = Math.max(0, Math.floor(Math.min(...ys)))
  const box = {
    left,
    top,
    width: Math.min(width, Math.ceil(Math.max(...xs))) - left,
    height: Math.min(height, Math.ceil(Math.max(...ys))) - top,
  }
  if (box.width < 3 || box.height < 3) return undefined
  const { data, info } = await rawPicture(photo.colour, photo, 3)
    .extract(box)
    .resize({ width: FACE_WIDTH })
    .greyscale()
    .extractChannel(0)
    .raw()
    .toBuffer({ resolveWithObject: true })
  return laplacianVariance(data, info.width, info.height)
}

function laplacianVariance(grey: Uint8Array, width: number, height: number): number {
  let [sum, squares, count] = [0, 0, 0]
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x
      const value = grey[at - 1]! + grey[at + 1]! + grey[at - width]! + grey[at + width]! - 4 * grey[at]!
      sum += value
      squares += value * value
      count += 1
    }
  }
  return squares / count - (sum / count) ** 2
}
