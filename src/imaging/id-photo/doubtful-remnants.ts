/** Remnants of a background that cannot be told from the person: some of them may be left. */
import { kernels } from '../kernels/room.js'
import { type Edges, STRIDE } from './edges.js'
import { OPAQUE, type PortraitMatte } from './portrait-matte.js'

/** In squared face lengths, where what was cleared is not all of it. */
const DOUBTFUL = 0.01

/**
 * Whether much was cleared where person and background cannot be told apart by colour: what is left there may be either's.
 * The matte before and after.
 */
export function hasDoubtfulRemnants(before: PortraitMatte, after: PortraitMatte, { colours }: Edges): boolean {
  const { width, height, unit, frame } = before
  const cells = kernels.lostInDoubt(before.alpha, after.alpha, width, height, OPAQUE, colours, STRIDE)
  return cells * unit ** 2 > DOUBTFUL * frame.chin ** 2
}
