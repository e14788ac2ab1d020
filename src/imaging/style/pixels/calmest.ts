/**
 * Painterly smoothing after Kuwahara: each pixel takes the colour of the calmest of eight neighbourhoods around it, so
 * that surfaces become flat and edges stay. The neighbourhoods are soft discs on an ellipse along the flow of the
 * picture: a disc's mean is a lookup in a blurred copy, which makes it fast.
 */
import { discBytes, takeCalmest, weighDiscs } from '../../kernels/calmest.js'
import { bytesAt, floatsAt, reserve } from '../../kernels/memory.js'
import { type Canvas, lumaPlane } from './canvas.js'
import { findHalfFlow } from './flow.js'

/** `power`: how clearly the calmest neighbourhood wins. */
export function calmest({ width, height, colour }: Canvas, radius: number, power: number): Uint8ClampedArray {
  const flow = findHalfFlow(lumaPlane(colour), width, height, Math.max(2, radius * 0.5))
  const area = width * height
  const half = Math.max(1, Math.round(radius * 0.3))
  const at = reserve({
    colour: area * 3,
    ...discBytes(width, height, half),
    flowX: flow.x.length * 4,
    flowY: flow.x.length * 4,
    clarity: flow.x.length * 4,
    reaches: PLACES * 8,
  })
  bytesAt(at.colour, area * 3).set(colour)
  floatsAt(at.flowX, flow.x.length).set(flow.x)
  floatsAt(at.flowY, flow.x.length).set(flow.y)
  floatsAt(at.clarity, flow.x.length).set(flow.clarity)
  floatsAt(at.reaches, PLACES * 2).set(reachesOf(radius * 0.75))
  weighDiscs(at.colour, width, height, half, power, at.line, at.sums, at.ring, at.discs)
  takeCalmest(at.discs, at.flowX, at.flowY, at.clarity, at.reaches, width, height, at.colour)
  return new Uint8ClampedArray(bytesAt(at.colour, area * 3))
}

/** Of the eight neighbourhoods; the other four are opposite. */
const PLACES = 4

/** Their cosines, then their sines. */
function reachesOf(reach: number): number[] {
  const angles = Array.from({ length: PLACES }, (_, k) => (k * Math.PI) / PLACES)
  return [...angles.map((angle) => Math.cos(angle) * reach), ...angles.map((angle) => Math.sin(angle) * reach)]
}
