/**
 * Painterly smoothing after Kuwahara: each pixel takes the colour of the calmest of eight neighbourhoods around it, so
 * that surfaces become flat and edges stay. The neighbourhoods are soft discs on an ellipse along the flow of the
 * picture: a disc's mean is a lookup in a blurred copy, which makes it fast.
 */
import { squares, takeCalmest, weighCalm, weighDiscs } from '../kernels/calmest.js'
import { type Address, bytesAt, floatsAt, reserve } from '../kernels/memory.js'
import { boxBytes, meanOfBoxes, takeChannel } from '../kernels/planes.js'
import { type Canvas, lumaPlane } from './canvas.js'
import { findHalfFlow } from './flow.js'

const DIRECTIONS = 8

/** `power`: how clearly the calmest neighbourhood wins. */
export function calmest({ width, height, colour }: Canvas, radius: number, power: number): Uint8ClampedArray {
  const luma = lumaPlane(colour)
  const flow = findHalfFlow(luma, width, height, Math.max(2, radius * 0.5))
  const area = width * height
  const half = Math.max(1, Math.round(radius * 0.3))
  const at = reserve({
    discs: area * 16,
    colour: area * 3,
    plane: area * 4,
    weights: area * 4,
    ...boxBytes(width, half),
    flowX: flow.x.length * 4,
    flowY: flow.x.length * 4,
    clarity: flow.x.length * 4,
    reaches: DIRECTIONS * 8,
  })
  bytesAt(at.colour, area * 3).set(colour)
  floatsAt(at.plane, area).set(luma)
  floatsAt(at.flowX, flow.x.length).set(flow.x)
  floatsAt(at.flowY, flow.x.length).set(flow.y)
  floatsAt(at.clarity, flow.x.length).set(flow.clarity)
  floatsAt(at.reaches, DIRECTIONS * 2).set(reachesOf(radius * 0.75))
  const takeMean = (plane: Address): void => {
    // Two boxes make a round enough disc.
    for (let box = 0; box < 2; box++) meanOfBoxes(plane, width, height, half, at.sums, at.leaving)
  }
  squares(at.plane, area, at.weights)
  takeMean(at.plane)
  takeMean(at.weights)
  weighCalm(at.plane, at.weights, area, power, at.discs)
  for (let channel = 0; channel < 3; channel++) {
    takeChannel(at.colour, channel, area, at.plane)
    takeMean(at.plane)
    weighDiscs(at.plane, at.weights, area, channel, at.discs)
  }
  takeCalmest(at.discs, at.flowX, at.flowY, at.clarity, at.reaches, DIRECTIONS, width, height, at.colour)
  return new Uint8ClampedArray(bytesAt(at.colour, area * 3))
}

/** A cosine and a sine for each direction. */
function reachesOf(reach: number): number[] {
  const angles = Array.from({ length: DIRECTIONS }, (_, k) => (k * 2 * Math.PI) / DIRECTIONS)
  return angles.flatMap((angle) => [Math.cos(angle) * reach, Math.sin(angle) * reach])
}
