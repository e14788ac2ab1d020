/**
 * A square window on a photo, turned about its middle, as the small picture that a face network looks at; and the way
 * back from its pixels to the photo's.
 */
import sharp from 'sharp'
import type { Photo } from '../picture.js'
import type { Point } from '../point.js'

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

function resample({ width, height, colour, scale }: Level, window: Window, size: number, outside: Outside): Uint8Array {
  const samples = Math.min(MAX_SAMPLES, Math.max(1, Math.round((window.side * scale) / size)))
  const out = new Uint8Array(size * size * 3)
  const weight = 1 / (samples * samples)
  // The photo's pixels, walked in the direction of the copy's rows and columns.
  const origin = toPhoto({ x: 0, y: 0 }, window, size)
  const right = toPhoto({ x: 1, y: 0 }, window, size)
  const down = toPhoto({ x: 0, y: 1 }, window, size)
  const [ux, uy] = [(right.x - origin.x) * scale, (right.y - origin.y) * scale]
  const [vx, vy] = [(down.x - origin.x) * scale, (down.y - origin.y) * scale]
  const [ox, oy] = [origin.x * scale - 0.5, origin.y * scale - 0.5]
  const repeat = outside === 'repeat'
  for (let row = 0, at = 0; row < size; row++) {
    for (let column = 0; column < size; column++, at += 3) {
      let [r, g, b] = [0, 0, 0]
      for (let j = 0; j < samples; j++) {
        const v = row + (j + 0.5) / samples
        for (let i = 0; i < samples; i++) {
          const u = column + (i + 0.5) / samples
          let x = ox + u * ux + v * vx
          let y = oy + u * uy + v * vy
          if (!repeat && (x < -0.5 || y < -0.5 || x >= width - 0.5 || y >= height - 0.5)) continue
          x = x < 0 ? 0 : x > width - 1 ? width - 1 : x
          y = y < 0 ? 0 : y > height - 1 ? height - 1 : y
          const left = Math.min(width - 2, Math.floor(x))
          const top = Math.min(height - 2, Math.floor(y))
          const fx = x - left
          const fy = y - top
          const p = (top * width + left) * 3
          const q = p + width * 3
          const [a, c, d, e] = [(1 - fx) * (1 - fy), fx * (1 - fy), (1 - fx) * fy, fx * fy]
          r += colour[p]! * a + colour[p + 3]! * c + colour[q]! * d + colour[q + 3]! * e
          g += colour[p + 1]! * a + colour[p + 4]! * c + colour[q + 1]! * d + colour[q + 4]! * e
          b += colour[p + 2]! * a + colour[p + 5]! * c + colour[q + 2]! * d + colour[q + 5]! * e
        }
      }
      out[at] = r * weight + 0.5
      out[at + 1] = g * weight + 0.5
      out[at + 2] = b * weight + 0.5
    }
  }
  return out
}
