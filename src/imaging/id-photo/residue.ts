/** Detects something beside the head, on one side only, that was taken for the person: the back of a chair, a hand. */
import type { FaceFrame } from './frame.js'
import { columnOf, OPAQUE, type PortraitMatte, rowOf } from './portrait-matte.js'

/** In face lengths (eyes to chin): the rows of the head. Shoulders begin below. */
const FROM = -1
const TO = 0.45
/** In eye distances: farther out than ears and most hair. */
const BESIDE = 1.75
/** How much larger one side's area may be, in squared face lengths: hair worn to one side has 0.15. */
const MAX_DIFFERENCE = 0.2

export function hasResidue(portrait: PortraitMatte, { chin, eyeDistance }: FaceFrame, halfWidth: number): boolean {
  const [top, bottom] = [FROM * chin, TO * chin].map((v) => Math.max(0, Math.round(rowOf(portrait, v))))
  const area = (from: number, to: number): number => {
    const [first, last] = [from, to].map((u) => Math.round(columnOf(portrait, u)))
    let cells = 0
    for (let row = top!; row < bottom!; row++) {
      for (let column = Math.max(0, first!); column < Math.min(portrait.width, last!); column++) {
        if (portrait.alpha[row * portrait.width + column]! >= OPAQUE) cells += 1
      }
    }
    return (cells * portrait.unit ** 2) / chin ** 2
  }
  const beside = BESIDE * eyeDistance
  return Math.abs(area(-halfWidth, -beside) - area(beside, halfWidth)) > MAX_DIFFERENCE
}
