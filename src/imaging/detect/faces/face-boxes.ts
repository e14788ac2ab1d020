/**
 * Where the faces are, by BlazeFace. It sees the whole picture at once, letterboxed, and so misses faces smaller than
 * about 4 % of the long side; they do not matter for deciding what the subject is.
 */
import { clamp01 } from '../../raster/clamp.js'
import { type Photo, scaleSize } from '../../raster/picture.js'
import { rawPicture } from '../../raster/resample.js'
import { isSameFace, keepBest, type Region } from '../boxes.js'
import type { BlazeFace } from './blazeface.js'

export interface FaceBox {
  readonly score: number
  readonly box: Region
}

export interface FaceDetector {
  detect(photo: Pick<Photo, 'width' | 'height' | 'colour'>): Promise<FaceBox[]>
}

const MIN_SCORE = 0.5

export function createFaceDetector(network: BlazeFace): FaceDetector {
  return {
    detect: async (photo) => {
      const { rgb, toPicture } = await letterbox(photo, network.size)
      const found = await network.propose(rgb, MIN_SCORE)
      return keepBest(
        found.map(({ score, box }) => ({ score, box: toPicture(box) })),
        (a, b) => isSameFace(a.box, b.box),
      )
    },
  }
}

interface Letterboxed {
  rgb: Uint8Array
  /** From pixels of the letterboxed square to shares of the picture. */
  toPicture(box: Region): Region
}

/** The whole picture in the middle of a black square: faces must keep their proportions. */
async function letterbox(photo: Pick<Photo, 'width' | 'height' | 'colour'>, size: number): Promise<Letterboxed> {
  const { width, height } = photo
  const scale = size / Math.max(width, height)
  const inner = scaleSize(photo, scale)
  const left = Math.floor((size - inner.width) / 2)
  const top = Math.floor((size - inner.height) / 2)
  const rgb = await rawPicture(photo.colour, photo, 3)
    .resize(inner.width, inner.height, { fit: 'fill' })
    .extend({
      left,
      top,
      right: size - inner.width - left,
      bottom: size - inner.height - top,
      background: { r: 0, g: 0, b: 0 },
    })
    .raw()
    .toBuffer()
  const share = (pixels: number, offset: number, length: number): number => clamp01((pixels - offset) / length)
  return {
    rgb,
    toPicture: (box) => ({
      left: share(box.left, left, inner.width),
      top: share(box.top, top, inner.height),
      right: share(box.right, left, inner.width),
      bottom: share(box.bottom, top, inner.height),
    }),
  }
}
