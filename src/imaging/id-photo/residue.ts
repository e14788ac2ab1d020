/**
 * Detects something beside head and neck that was taken for the person: a flag, the back of a chair, another person's hand. Its
 * colours are nowhere else on the person, neither in the face nor in the hair nor on the clothes.
 */
import { changed, hold, ints, kernels } from '../kernels/room.js'
import { COUNT_INTS } from './colour-count.js'
import type { FaceFrame } from './frame.js'
import { columnOf, OPAQUE, type PortraitMatte, rowOf } from './portrait-matte.js'
import { refusal } from './refusals.js'
import { hazeArea } from './soft-edges.js'

// The area of the largest such piece, in squared face lengths (eyes to chin): of 105 portraits two are above the lower limit, with
// leaves in the hair and before a flag.
const REFUSED = 0.04
const WARNED = 0.006
/** In face lengths: what formats show around the eyes, all but a few. */
const SHOWN = { side: 2, below: 3 }
// Haze farther than this from the person, in face lengths, and how much of it there may be: curls have up to 0.0044, a crown
// of hair that the network could not tell from a dim background has 0.017.
const HAZE_FROM = 0.05
/** In face lengths: farther down, sleeves may be soft. */
const SHOULDERS = 1.3
const MAX_HAZE = 0.01

/** Whether there may be some; refuses what certainly is. `labs`: the photo's colours by cell. */
export function hasResidue(labs: Float32Array, portrait: PortraitMatte, frame: FaceFrame): boolean {
  const length = frame.chin / portrait.unit
  const rows = Math.min(portrait.height, Math.round(rowOf(portrait, SHOULDERS * frame.chin)))
  if (hazeArea(portrait, HAZE_FROM * length, rows) > MAX_HAZE * length ** 2) {
    throw refusal('residue', ': hair and background could not be told apart; use a plain background in another colour')
  }
  const area = residueArea(labs, portrait, frame)
  if (area <= REFUSED) return area > WARNED
  throw refusal('residue', ': something beside the head could not be told from the person; use a plain background')
}

function residueArea(labs: Float32Array, portrait: PortraitMatte, { chin, eyeDistance }: FaceFrame): number {
  const { unit, origin, alpha, width, height } = portrait
  const cells = alpha.length
  const rows = Math.min(height, Math.floor(rowOf(portrait, SHOWN.below * chin)) + 1)
  const [left, right] = [-SHOWN.side, SHOWN.side].map((u) => columnOf(portrait, u * chin)) as [number, number]
  const part = [width, rows, Math.max(0, Math.ceil(left)), Math.min(width - 1, Math.floor(right))] as const
  const place = [origin.u, origin.v, unit, chin, eyeDistance] as const
  const largest = hold({ foreign: changed(new Uint8Array(cells)) }, ({ foreign }) => {
    kernels.markForeign(alpha, labs, ...part, OPAQUE, ...place, ints(COUNT_INTS), foreign)
    return kernels.largestPiece(foreign, width, cells, ints(cells), ints(cells))
  })
  return (largest * unit ** 2) / chin ** 2
}
