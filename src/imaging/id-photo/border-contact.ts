/** Where the person touches the photo's borders, in the face frame: there the photo ends, not the person. */
import type { Size } from '../raster/picture.js'
import { type FaceFrame, type FacePoint, toFace } from './frame.js'
import { alphaAt, OPAQUE, type PortraitMatte } from './portrait-matte.js'
import { refusal } from './refusals.js'

export interface BorderContact {
  readonly top: readonly FacePoint[]
  readonly bottom: readonly FacePoint[]
  readonly left: readonly FacePoint[]
  readonly right: readonly FacePoint[]
}

export function findContact(portrait: PortraitMatte, frame: FaceFrame, { width, height }: Size): BorderContact {
  const { unit } = portrait
  // A cell and a half inside, because the cell at the very border may lie beyond the photo.
  const inset = Math.min(1.5 * unit, width / 4, height / 4)
  const walk = (length: number, at: (along: number, inset: number) => { x: number; y: number }): FacePoint[] => {
    const touched: FacePoint[] = []
    for (let along = inset; along < length - inset; along += unit) {
      if (alphaAt(portrait, toFace(frame, at(along, inset))) >= OPAQUE) touched.push(toFace(frame, at(along, 0)))
    }
    return touched
  }
  return {
    top: walk(width, (x, inside) => ({ x, y: inside })),
    bottom: walk(width, (x, inside) => ({ x, y: height - inside })),
    left: walk(height, (y, inside) => ({ x: inside, y })),
    right: walk(height, (y, inside) => ({ x: width - inside, y })),
  }
}

/** In eye distances from the middle: nothing beyond the first is head, and a head comes nearer than the second. */
const HEAD_REACH = 1.3
const HEAD_MIDDLE = 0.75

/** How wide the head is where the photo's upper border cuts it; 0 when it does not. Nothing above `minV` is head. */
export function topContact({ top }: BorderContact, { eyeDistance }: FaceFrame, minV: number): number {
  const head = top.filter(({ u, v }) => Math.abs(u) <= HEAD_REACH * eyeDistance && v < 0 && v >= minV).map(({ u }) => u)
  if (!head.some((u) => Math.abs(u) <= HEAD_MIDDLE * eyeDistance)) return 0
  return Math.max(...head) - Math.min(...head)
}

/** In eye distances from the middle: ears, cheeks and close hair are nearer than that. */
const HEAD_SIDE = 1.7
/** In face lengths (eyes to chin): where the head ends and the neck begins. */
const JAW = 0.8

/** An ear or the back of the head that the photo's left or right border cuts off cannot be had back. */
export function refuseCutHead({ left, right }: BorderContact, { eyeDistance, chin }: FaceFrame, crown: number): void {
  for (const [side, points] of Object.entries({ left, right })) {
    const cut = points.some(({ u, v }) => v > crown && v < JAW * chin && Math.abs(u) < HEAD_SIDE * eyeDistance)
    if (cut) throw refusal('head_side_cut_off', ` on the ${side} of the photo: leave room on both sides of the head`)
  }
}
