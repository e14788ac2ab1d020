import { crossingsAt } from '../../raster/crossings.js'
import type { Box, Size } from '../../raster/picture.js'
import type { Point } from '../../raster/point.js'
import { boxAround, eachPixel } from './patch.js'

export interface Cover extends Box {
  /** 0..1, one value per pixel of the part. */
  readonly share: Float32Array
}

const SCANS = 4

export function coverPolygon(points: readonly Point[], size: Size): Cover {
  const { left, top, width, height } = boxAround(points, 0, size)
  const share = new Float32Array(width * height)
  // How much more each pixel of a row is covered than the one to its left: spans cost the same, however long they are.
  const rises = new Float64Array(width + 2)
  for (let y = 0, i = 0; y < height; y++) {
    rises.fill(0)
    for (let scan = 0; scan < SCANS; scan++) {
      const crossings = crossingsAt(points, top + y + (scan + 0.5) / SCANS)
      for (let k = 0; k + 1 < crossings.length; k += 2) {
        const from = Math.max(0, crossings[k]! - left)
        const to = Math.min(width, crossings[k + 1]! - left)
        if (to > from) addSpan(rises, from, to)
      }
    }
    for (let x = 0, covered = 0; x < width; x++, i++) {
      covered += rises[x]!
      share[i] = covered / SCANS
    }
  }
  return { left, top, width, height, share }
}

/** Of a plane of such a size, where it is covered. */
export function meanUnder(cover: Cover, plane: Float32Array, size: Size): number {
  let [sum, area] = [0, 1e-6]
  eachPixel(cover, size, (place, at) => {
    sum += plane[at]! * cover.share[place]!
    area += cover.share[place]!
  })
  return sum / area
}

function addSpan(rises: Float64Array, from: number, to: number): void {
  const first = Math.floor(from)
  const last = Math.ceil(to) - 1
  rises[first]! += first + 1 - from
  rises[first + 1]! += from - first
  rises[last]! += to - last - 1
  rises[last + 1]! += last - to
}
