/**
 * BlazeFace: where the faces are. It sees the whole picture at once, letter-boxed, so faces below some 4 % of the long
 * side escape it; for judging what the subject is, those do not matter.
 */
import sharp from 'sharp'
import { type NetworkOptions, openNetwork } from '../network.js'
import type { Photo } from '../picture.js'
import { containmentOf, keepBest, overlapOf, type Region } from './region.js'

export interface Face {
  readonly score: number
  readonly box: Region
}

export interface FaceDetector {
  detect(photo: Pick<Photo, 'width' | 'height' | 'colour'>): Promise<Face[]>
}

// Each cell of two grids proposes boxes relative to its own centre; all numbers are pixels of the input.
const GRIDS = [
  { stride: 16, perCell: 2, scores: 'Identity', boxes: 'Identity_2' },
  { stride: 32, perCell: 6, scores: 'Identity_1', boxes: 'Identity_3' },
] as const
/** x, y, width, height, and then six points of the face that are not needed here. */
const NUMBERS_PER_BOX = 16

const MIN_SCORE = 0.5
const SAME_FACE_OVERLAP = 0.3
// A close-up yields a second, smaller box inside the first.
const SAME_FACE_CONTAINMENT = 0.8

export async function loadFaceDetector(options: NetworkOptions, threads: number): Promise<FaceDetector> {
  const network = await openNetwork(options, threads)
  const { size } = network
  return {
    detect: async (photo) => {
      const { rgb, toPicture } = await letterBox(photo, size)
      const results = await network.run(rgb)
      const found = GRIDS.flatMap(({ stride, perCell, scores, boxes }) =>
        readGrid(results[scores]!, results[boxes]!, stride, perCell, size / stride),
      ).map(({ score, box }) => ({ score, box: toPicture(box) }))
      return keepBest(
        found,
        (a, b) => overlapOf(a.box, b.box) > SAME_FACE_OVERLAP || containmentOf(a.box, b.box) > SAME_FACE_CONTAINMENT,
      )
    },
  }
}

function readGrid(logits: Float32Array, boxes: Float32Array, stride: number, perCell: number, cells: number): Face[] {
  const found: Face[] = []
  for (let i = 0; i < logits.length; i++) {
    const score = 1 / (1 + Math.exp(-logits[i]!))
    if (score < MIN_SCORE) continue
    const cell = Math.floor(i / perCell)
    const [dx, dy, width, height] = boxes.subarray(i * NUMBERS_PER_BOX, i * NUMBERS_PER_BOX + 4)
    const x = ((cell % cells) + 0.5) * stride + dx!
    const y = (Math.floor(cell / cells) + 0.5) * stride + dy!
    found.push({
      score,
      box: { left: x - width! / 2, top: y - height! / 2, right: x + width! / 2, bottom: y + height! / 2 },
    })
  }
  return found
}

interface LetterBoxed {
  rgb: Uint8Array
  /** From pixels of the letter-boxed square to shares of the picture. */
  toPicture(box: Region): Region
}

/** The whole picture in the middle of a black square: faces must keep their proportions. */
async function letterBox(
  { width, height, colour }: Pick<Photo, 'width' | 'height' | 'colour'>,
  size: number,
): Promise<LetterBoxed> {
  const scale = size / Math.max(width, height)
  const inner = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
  const left = Math.floor((size - inner.width) / 2)
  const top = Math.floor((size - inner.height) / 2)
  const rgb = await sharp(colour, { raw: { width, height, channels: 3 }, limitInputPixels: false })
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
  const share = (pixels: number, offset: number, length: number): number =>
    Math.min(1, Math.max(0, (pixels - offset) / length))
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
