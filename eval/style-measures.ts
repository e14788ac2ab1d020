/** What can be measured on styled portraits: the face, its skin tone, and how far apart two styles are. */
import sharp from 'sharp'
import type { Face, FindFaces } from '../src/imaging/detect/faces/find-faces.js'
import { distanceOf } from '../src/imaging/raster/point.js'
import { lumaPlane } from '../src/imaging/style/pixels/canvas.js'
import { faceHeightOf } from '../src/imaging/style/sitter/face-regions.js'

export interface Picture {
  readonly width: number
  readonly height: number
  readonly colour: Uint8Array
}

/** Mean shift of the face's landmarks, relative to its height; undefined if no face is found in its place. */
export async function landmarkShift(face: Face, styled: Picture, findFaces: FindFaces): Promise<number | undefined> {
  const height = faceHeightOf(face)
  const shifts = (await findFaces(styled)).map(
    ({ mesh }) => mesh.reduce((sum, point, i) => sum + distanceOf(point, face.mesh[i]!), 0) / mesh.length / height,
  )
  const min = Math.min(...shifts)
  return min < 0.5 ? min : undefined
}

/** Mean luma, 0..1, of the skin and of the whole picture. */
export function skinLuma({ colour }: Picture, skin: Float32Array): { skin: number; picture: number } {
  const luma = lumaPlane(colour)
  let [sum, weight, all] = [0, 1e-6, 0]
  for (let i = 0; i < luma.length; i++) {
    sum += luma[i]! * skin[i]!
    weight += skin[i]!
    all += luma[i]!
  }
  return { skin: sum / weight, picture: all / luma.length }
}

/** Spearman's rank correlation: 1 if both lists have the same order, -1 if reversed. */
export function orderKept(before: readonly number[], after: readonly number[]): number {
  const ranks = (values: readonly number[]): number[] => {
    const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]!)
    return values.map((_, i) => order.indexOf(i))
  }
  const [a, b] = [ranks(before), ranks(after)]
  const n = before.length
  if (n < 2) return 1
  const squares = a.reduce((sum, rank, i) => sum + (rank - b[i]!) ** 2, 0)
  return 1 - (6 * squares) / (n * (n * n - 1))
}

const SIDE = 24

/**
 * A feature vector that tells styles apart: coarse colours, and the amount of fine structure, bright and dark, at three
 * scales. One unit is about a just noticeable difference.
 */
export async function looksOf({ width, height, colour }: Picture): Promise<Float32Array> {
  const small = async (side: number): Promise<Uint8Array> =>
    sharp(colour, { raw: { width, height, channels: 3 } })
      .resize(side, side, { fit: 'fill' })
      .raw()
      .toBuffer()
  const afar = await small(SIDE)
  const numbers = Array.from(afar, (value) => value / Math.sqrt(afar.length))
  let finer = lumaPlane(await small(384))
  for (const side of [192, 96, 48]) {
    const coarser = lumaPlane(await small(side))
    numbers.push(...structure(finer, side * 2, coarser).map((value) => value * 60))
    finer = coarser
  }
  return Float32Array.from(numbers)
}

/** Deviation and skewness of the detail that the coarser copy lacks. */
function structure(fine: Float32Array, side: number, coarse: Float32Array): number[] {
  let [squares, cubes] = [0, 0]
  for (let y = 0, i = 0; y < side; y++) {
    for (let x = 0; x < side; x++, i++) {
      const d = fine[i]! - coarse[(y >> 1) * (side >> 1) + (x >> 1)]!
      squares += d * d
      cubes += d * d * d
    }
  }
  return [Math.sqrt(squares / fine.length), Math.cbrt(cubes / fine.length)]
}

export function distanceBetween(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i]! - b[i]!) ** 2
  return Math.sqrt(sum)
}
