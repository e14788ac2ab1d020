/**
 * A square window on a photo, rotated about its centre, copied to the small picture that a face network looks at; and
 * the mapping from that picture's pixels back to the photo's.
 */
import { fitWithin, type Photo, type Size } from '../../raster/picture.js'
import type { Point } from '../../raster/point.js'
import { resample } from '../../raster/resample.js'
import { type SampleGrid, sampleBilinearGrid, sampleNearestGrid } from '../../raster/sample-grid.js'

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

/** Beyond the photo: black, as in the detector's training, or the edge pixels repeated. */
export type Outside = 'black' | 'repeat'

interface Level extends Size {
  readonly colour: Uint8Array
  /** Pixels of this level per pixel of the photo. */
  readonly scale: number
}

/** The photo at full size and, if it is large, also at a smaller size that is enough to find faces. */
export interface FaceView extends Size {
  readonly levels: readonly [small: Level, full: Level]
}

const SMALL_SIDE = 1280

export async function viewFaces({
  width,
  height,
  colour,
}: Pick<Photo, 'width' | 'height' | 'colour'>): Promise<FaceView> {
  const full: Level = { width, height, colour, scale: 1 }
  const size = fitWithin(full, SMALL_SIDE)
  if (size.width === width && size.height === height) return { width, height, levels: [full, full] }
  const small: Level = { ...size, colour: await resample(colour, full, 3, size), scale: size.width / width }
  return { width, height, levels: [small, full] }
}

export function copyWindow(view: FaceView, window: Window, size: number, outside: Outside): WindowCopy {
  const [small, full] = view.levels
  const level = window.side * small.scale >= size ? small : full
  return { rgb: copyLevel(level, window, size, outside), toPhoto: (at) => toPhoto(at, window, size) }
}

function toPhoto({ x, y }: Point, { centre, side, angle, mirrored }: Window, size: number): Point {
  const u = ((mirrored ? size - x : x) - size / 2) * (side / size)
  const v = (y - size / 2) * (side / size)
  return {
    x: centre.x + u * Math.cos(angle) - v * Math.sin(angle),
    y: centre.y + u * Math.sin(angle) + v * Math.cos(angle),
  }
}

// Where the copy is much smaller than its window, each pixel averages several samples: a single one would alias.
const MAX_SAMPLES = 4

function copyLevel(level: Level, window: Window, size: number, outside: Outside): Uint8Array {
  const samples = Math.min(MAX_SAMPLES, Math.max(1, Math.round((window.side * level.scale) / size)))
  // One pixel of the copy to the right and one down, in pixels of the level: the mapping is linear.
  const origin = toPhoto({ x: 0, y: 0 }, window, size)
  const right = toPhoto({ x: 1, y: 0 }, window, size)
  const down = toPhoto({ x: 0, y: 1 }, window, size)
  const grid: SampleGrid = {
    origin: { x: origin.x * level.scale, y: origin.y * level.scale },
    right: { x: (right.x - origin.x) * level.scale, y: (right.y - origin.y) * level.scale },
    down: { x: (down.x - origin.x) * level.scale, y: (down.y - origin.y) * level.scale },
  }
  return samples === 1
    ? sampleBilinearGrid(level, grid, size, outside === 'black')
    : sampleNearestGrid(level, grid, size, samples, outside === 'black')
}
