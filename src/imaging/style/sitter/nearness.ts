/**
 * How near the background is to the subject: 1 on it and at its edge, 0 some way off. What changes the background begins
 * gradually there, so that neither a doubtful edge of hair nor a rest of the old wall stands out before a new one.
 */
import type { Region } from '../../kernels/room.js'
import { enlargeInto } from '../../raster/bilinear.js'
import { distanceTo } from '../../raster/distance.js'
import { smoothstep } from '../pixels/canvas.js'
import { cellsOf } from '../pixels/cell-grid.js'
import { shrunk } from '../pixels/small-copy.js'
import type { Scene } from '../scene.js'

/** It is smooth, so a small copy is enough. */
const PIXELS = 30_000
/** In heights of the face: so far is near, and from there on nothing. Without a face: in shorter sides of the picture. */
const [NEAR, FAR] = [0.03, 0.5]
const FACELESS = 0.3
/** More of the subject than this is the subject. */
const LEAST = 0.01

/** `subject`: the scene's own; `out`: a plane of its size. */
export function findNearness({ width, height, faceHeight }: Scene, subject: Region, out: Region): void {
  const cell = Math.max(1, Math.round(Math.sqrt((width * height) / PIXELS)))
  const small = cellsOf({ width, height }, cell)
  const marks = Uint8Array.from(shrunk(subject, { width, height }, cell), (share) => (share > LEAST ? 1 : 0))
  const reach = (faceHeight || FACELESS * Math.min(width, height)) / cell
  const near = distanceTo(1, marks, small.width).map((away) => smoothstep(FAR, NEAR, away / reach))
  enlargeInto(out, { width, height }, near, small, { width: small.width * cell, height: small.height * cell })
}
