/**
 * The band along the decided edge: only there may alpha be soft. It is a few cells wide where the edge is sharp. Hair and
 * fur are told from doubt by their shape: a thin soft fringe between sure subject and sure background is hair, however
 * far it reaches; a soft area is doubt, has been answered, and is not transparent.
 */

import type { DecidedMatte } from '../../src/imaging/matte/decided-matte.js'
import { distanceTo } from './distance.js'

// All lengths as shares of the grid's side.
/** How far the band reaches to either side of a sharp edge. */
const REACH = 2.5 / 320
/** Soft cells further than this from everything sure are an area, not a fringe. */
const FRINGE = 4 / 320
/** The longest hair. */
const LONGEST = 20 / 320

/** Within this logit the network is not sure. */
const SOFT = 3.5
// Networks never output exactly 0 or 1: what is nearly so becomes so.
const BLACK_POINT = 0.03
const WHITE_POINT = 0.97

/** `belongs`: the decision, 1 for subject; `logits` on the same grid. */
export function softenEdge(belongs: Uint8Array, logits: Float32Array, size: number): DecidedMatte {
  const toOutside = distanceTo(0, belongs, size)
  const toInside = distanceTo(1, belongs, size)
  const fringe = findFringe(logits, size)
  const reach = REACH * size
  const longest = LONGEST * size
  const alpha = new Uint8Array(belongs.length)
  const band = new Uint8Array(belongs.length)
  for (let i = 0; i < alpha.length; i++) {
    const inside = belongs[i] === 1
    // The decided edge runs between two cells, half a cell from the middle of either.
    const depth = (inside ? toOutside[i]! : toInside[i]!) - 0.5
    if (depth >= reach && !(fringe[i] && depth < longest)) {
      alpha[i] = inside ? 255 : 0
      continue
    }
    // Never on the other side of the decision, and the closer to the decided value the further from the edge.
    const limit = fringe[i] ? 0 : Math.min(1, depth / reach)
    const covered = levelled(logits[i]!)
    const value = inside ? Math.max(covered, 0.5, limit) : Math.min(covered, 0.5, 1 - limit)
    alpha[i] = Math.round(value * 255)
    band[i] = 1
  }
  return { size, alpha, band }
}

function levelled(logit: number): number {
  const value = (1 / (1 + Math.exp(-logit)) - BLACK_POINT) / (WHITE_POINT - BLACK_POINT)
  return Math.min(1, Math.max(0, value))
}

/** Soft cells that are part of no soft area. */
function findFringe(logits: Float32Array, size: number): Uint8Array {
  const soft = new Uint8Array(logits.length)
  for (let i = 0; i < soft.length; i++) soft[i] = Math.abs(logits[i]!) < SOFT ? 1 : 0
  const thickness = FRINGE * size
  const toSure = distanceTo(0, soft, size)
  const core = new Uint8Array(logits.length)
  for (let i = 0; i < core.length; i++) core[i] = toSure[i]! > thickness ? 1 : 0
  const toCore = distanceTo(1, core, size)
  const fringe = new Uint8Array(logits.length)
  for (let i = 0; i < fringe.length; i++) fringe[i] = soft[i] && toCore[i]! > thickness + 1 ? 1 : 0
  return fringe
}
