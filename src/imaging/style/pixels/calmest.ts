/**
 * Painterly smoothing after Kuwahara: each pixel takes the colour of the calmest of eight neighbourhoods around it, so
 * that surfaces become flat and edges stay. The neighbourhoods are soft discs on an ellipse along the flow of the
 * picture: a disc's mean is a lookup in a blurred copy, which makes it fast.
 */
import { filled, floats, hold, kernels } from '../../kernels/room.js'
import { type Canvas, lumaPlane } from './canvas.js'
import { findHalfFlow } from './flow.js'

/** `power`: how clearly the calmest neighbourhood wins. */
export function calmest({ width, height, colour }: Canvas, radius: number, power: number): Uint8ClampedArray {
  const flow = findHalfFlow(lumaPlane(colour), width, height, Math.max(2, radius * 0.5))
  const half = Math.max(1, Math.round(radius * 0.3))
  const smooth = new Uint8ClampedArray(colour.length)
  // Vectors of four floats, one per pixel.
  const row = width * 4
  hold({ discs: floats((height + 1) * row) }, ({ discs }) => {
    const [line, sums, ring] = [floats(2 * row), floats(2 * row), floats((2 * half + 1) * row)]
    kernels.weighDiscs(colour, width, height, half, power, line, sums, ring, discs)
    const reaches = reachesOf(radius * 0.75)
    kernels.calmest(discs, flow.x, flow.y, flow.clarity, reaches, width, height, filled(smooth))
  })
  return smooth
}

/** Of the eight neighbourhoods; the other four are opposite. */
const PLACES = 4

/** Their cosines, then their sines. */
function reachesOf(reach: number): Float32Array {
  const angles = Array.from({ length: PLACES }, (_, k) => (k * Math.PI) / PLACES)
  return Float32Array.of(...angles.map((a) => Math.cos(a) * reach), ...angles.map((a) => Math.sin(a) * reach))
}
