/**
 * A square window on a photo, turned about its middle, as the small picture that a face network looks at; and the way
 * back from its pixels to the photo's.
 */
import sharp from 'sharp'
import type { Photo } from '../../raster/picture.js'
import type { Point } from '../../raster/point.js'

export interface Window {
  readonly centre: Point
  /** In pixels of the photo. */
  readonly side: number
  /** Clockwise, in radians: a head tilted by this angle stands upright in the copy. */
  readonly angle: number
  readonly mirrored?: boolean
}

export interface WindowCopy {
  readonly rgb: Uint8Array
  /** From pixels of the copy to pixels of the photo. */
  toPhoto(at: Point): Point
}

/** Beyond the photo: black, as detectors were trained; or its last pixels repeated. */
export type Outside = 'black' | 'repeat'

interface Level {
  readonly width: number
  readonly height: number
  readonly colour: Uint8Array
  /** Its pixels per pixel of the photo. */
  readonly scale: number
}

/** The photo at its own size and, where it is larger than that, at a size that is enough to find faces. */
export interface FaceView {
  readonly width: number
  readonly height: number
  readonly levels: readonly [small: Level, full: Level]
}

const SMALL_SIDE = 1280

export async function viewFaces({
  width,
  height,
  colour,
}: Pick<Photo, 'width' | 'height' | 'colour'>): Promise<FaceView> {
  const full: Level = { width, height, colour, scale: 1 }
  const scale = SMALL_SIDE / Math.max(width, height)
  if (scale >= 1) return { width, height, levels: [full, full] }
  const { data, info } = await sharp(colour, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .resize(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  const small: Level = { width: info.width, height: info.height, colour: data, scale: info.width / width }
  return { width, height, levels: [small, full] }
}

export function copyWindow(view: FaceView, window: Window, size: number, outside: Outside): WindowCopy {
  const [small, full] = view.levels
  const level = window.side * small.scale >= size ? small : full
  return { rgb: resample(level, window, size, outside), toPhoto: (at) => toPhoto(at, window, size) }
}

function toPhoto({ x, y }: Point, { centre, side, angle, mirrored }: Window, size: number): Point {
  const u = ((mirrored ? size - x : x) - size / 2) * (side / size)
  const v = (y - size / 2) * (side / size)
  return {
    x: centre.x + u * Math.cos(angle) - v * Math.sin(angle),
    y: centre.y + u * Math.sin(angle) + v * Math.cos(angle),
  }
}

// Several samples per pixel of the copy where it is much smaller than its window: one alone would flicker.
const MAX_SAMPLES = 8

function resample(level: Level, window: Window, size: number, outside: Outside): Uint8Array {
  const samples = Math.min(MAX_SAMPLES, Math.max(1, Math.round((window.side * level.scale) / size)))
  const read = samples === 1 ? readBetween : readNearest
  const out = new Uint8Array(size * size * 3)
  const sum = new Float64Array(3)
  // The level's pixels, walked in the direction of the copy's rows and columns.
  const origin = toPhoto({ x: 0, y: 0 }, window, size)
  const right = toPhoto({ x: 1, y: 0 }, window, size)
  const down = toPhoto({ x: 0, y: 1 }, window, size)
  const [ux, uy] = [(right.x - origin.x) * level.scale, (right.y - origin.y) * level.scale]
  const [vx, vy] = [(down.x - origin.x) * level.scale, (down.y - origin.y) * level.scale]
  const [ox, oy] = [origin.x * level.scale, origin.y * level.scale]
  for (let row = 0, at = 0; row < size; row++) {
    for (let column = 0; column < size; column++, at += 3) {
      sum.fill(0)
      for (let j = 0; j < samples; j++) {
        const v = row + (j + 0.5) / samples
        for (let i = 0; i < samples; i++) {
          const u = column + (i + 0.5) / samples
          const x = ox + u * ux + v * vx
          const y = oy + u * uy + v * vy
          if (outside === 'repeat' || (x >= 0 && y >= 0 && x < level.width && y < level.height)) read(level, x, y, sum)
        }
      }
      for (let c = 0; c < 3; c++) out[at + c] = sum[c]! / (samples * samples) + 0.5
    }
  }
  return out
}

const clamp = (value: number, most: number): number => (value < 0 ? 0 : value > most ? most : value)

function readNearest({ width, height, colour }: Level, x: number, y: number, sum: Float64Array): void {
  const at = (clamp(Math.floor(y), height - 1) * width + clamp(Math.floor(x), width - 1)) * 3
  sum[0]! += colour[at]!
  sum[1]! += colour[at + 1]!
  sum[2]! += colour[at + 2]!
}

function readBetween({ width, height, colour }: Level, x: number, y: number, sum: Float64Array): void {
  const left = clamp(Math.floor(x - 0.5), width - 1)
  const top = clamp(Math.floor(y - 0.5), height - 1)
  const fx = clamp(x - 0.5 - left, 1)
  const fy = clamp(y - 0.5 - top, 1)
  const a = (top * width + left) * 3
  const b = left + 1 < width ? a + 3 : a
  const below = top + 1 < height ? width * 3 : 0
  for (let c = 0; c < 3; c++) {
    const upper = colour[a + c]! * (1 - fx) + colour[b + c]! * fx
    const lower = colour[a + below + c]! * (1 - fx) + colour[b + below + c]! * fx
    sum[c]! += upper * (1 - fy) + lower * fy
  }
}
