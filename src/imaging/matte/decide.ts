/**
 * The network's doubt, answered. Doubt over an area is a question of belonging, not of transparency: every cell is
 * subject or background, and only a band along the edge between them is soft.
 */
import { type Evidence, findBelonging } from './belonging.js'
import type { DecidedMatte } from './decided-matte.js'
import { softenEdge } from './soft-band.js'
import { dropSpecksFillHoles } from './whole-pieces.js'

export function decide(evidence: Evidence): DecidedMatte {
  const { logits, size } = evidence
  const belongs = findBelonging(evidence)
  dropSpecksFillHoles(belongs, logits, size)
  return softenEdge(belongs, logits, size)
}
