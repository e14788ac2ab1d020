/** A region of interest: the network sees a little more than it, and only what reaches into it can be subject. */
import { flooding } from '../raster/flood.js'
import type { Box, Size } from '../raster/picture.js'

// Networks judge what stands at the very border of a picture worse than what has some surroundings.
const MARGIN = 0.1

export function withMargin(roi: Box, photo: Size): Box {
  const [across, down] = [Math.round(roi.width * MARGIN), Math.round(roi.height * MARGIN)]
  const left = Math.max(0, roi.left - across)
  const top = Math.max(0, roi.top - down)
  return {
    left,
    top,
    width: Math.min(photo.width, roi.left + roi.width + across) - left,
    height: Math.min(photo.height, roi.top + roi.height + down) - top,
  }
}

/** A logit that nothing can overrule. */
export const RULED_OUT = -20

/**
 * What is subject inside the region may go on outside: the exact cut follows at the photo's own size, and is straight
 * and sharp only where the matte knows of no edge. All else outside is ruled out. `at`: where the grid lies in the photo.
 */
export function ruleOutElsewhere(logits: Float32Array, size: number, at: Box, roi: Box): void {
  const left = Math.floor(((roi.left - at.left) / at.width) * size)
  const right = Math.ceil(((roi.left + roi.width - at.left) / at.width) * size)
  const top = Math.floor(((roi.top - at.top) / at.height) * size)
  const bottom = Math.ceil(((roi.top + roi.height - at.top) / at.height) * size)
  const isInside = (i: number): boolean => {
    const x = i % size
    const y = (i - x) / size
    return x >= left && x < right && y >= top && y < bottom
  }
  flooding(logits.length, size, (flood) => {
    for (let i = 0; i < logits.length; i++) {
      if (logits[i]! <= 0) continue
      if (isInside(i)) flood.add(i)
      else flood.open[i] = 1
    }
    flood.spread(0)
    // What is still open was not reached.
    for (let i = 0; i < logits.length; i++) if (flood.open[i]) logits[i] = RULED_OUT
  })
}
