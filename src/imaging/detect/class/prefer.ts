/**
 * When several subjects are separate from each other and some are of the preferred class, only those stay. Subjects
 * that touch are one piece and stay together: separating them would be up to the matting networks.
 */
import type { SubjectClass } from '../../job.js'
import { componentsOf } from '../../raster/components.js'
import type { Detection } from '../objects/nanodet.js'
import { classOf } from './classify.js'
import { type Cell, sampleMatte, withSum } from './matte-grid.js'

/** `matte`: 0..255, size x size; returned unchanged when nothing in it is of the class, or everything is. */
export function keepPreferred(
  matte: Uint8Array,
  size: number,
  detections: readonly Detection[],
  prefer: SubjectClass,
): Uint8Array {
  const { count, labels } = componentsOf(matte, size)
  if (count < 2) return matte

  const pieces = new Map<number, Cell[]>()
  for (const cell of sampleMatte({ data: matte, size }).cells) {
    const label = labels[cell.at]!
    if (label === 0) continue
    const piece = pieces.get(label)
    if (piece) piece.push(cell)
    else pieces.set(label, [cell])
  }
  const preferred = new Set<number>()
  for (const [label, cells] of pieces) {
    if (classOf(withSum(cells), [detections], []) === prefer) preferred.add(label)
  }
  if (preferred.size === 0 || preferred.size === pieces.size) return matte
  return matte.map((value, at) => (preferred.has(labels[at]!) ? value : 0))
}
