/**
 * How often and from how near the network looks at a photo, by how much time a cut-out may take. A subject that fills
 * only a part of the photo is looked at again from near, where the network sees more of it; what follows then works on
 * that part of the photo alone.
 */
import { enlargeBilinear } from '../raster/bilinear.js'
import { squareOf } from '../raster/picture.js'
import { closerView, type View } from '../raster/view.js'
import { closeUpOf } from './close-up.js'
import type { EdgePlan } from './edges/fine-edges.js'
import { fuseLooks } from './fuse-looks.js'
import { boundsAbove, partOf, towardsMiddle } from './logit-plane.js'
import { type Look, lookAt } from './look.js'
import type { MattingNetwork } from './matting-network.js'

export interface LookPlan {
  /** Every look is taken twice, the second time at the mirror image. */
  readonly mirrored: boolean
  /** The subject is looked at from near when its close-up covers less than this share of the photo. */
  readonly closeBelow: number
  readonly edges: EdgePlan
}

export const LOOKS = {
  fast: { mirrored: false, closeBelow: 0, edges: { largest: 800, rounds: 0 } },
  balanced: { mirrored: false, closeBelow: 0.4, edges: { largest: 1024, rounds: 0 } },
  best: { mirrored: true, closeBelow: 0.7, edges: { largest: 1024, rounds: 2 } },
} as const satisfies Record<string, LookPlan>

export type Quality = keyof typeof LOOKS

/** What the network has seen: the part of the photo that matters, and its logits of "this is subject". */
export interface Seen {
  readonly view: View
  /** The copy that the network saw of that part, and its side. */
  readonly square: Uint8Array
  readonly side: number
  /** On a square grid over the view. */
  readonly logits: Float32Array
  /** The first look, at everything. */
  readonly first: Look
}

// Whatever may belong to the subject must be in the close-up: nothing outside it can be.
const PERHAPS_SUBJECT = -2

/** `size`: the side of the grid. */
export async function takeLooks(
  network: MattingNetwork,
  view: View,
  { mirrored, closeBelow }: LookPlan,
  size: number,
): Promise<Seen> {
  const far = await lookAt(network, view.photo, mirrored)
  const bounds = boundsAbove(far.opinion, PERHAPS_SUBJECT)
  const closeUp = bounds && closeUpOf(bounds, view.photo)
  const share = closeUp ? (closeUp.window.width * closeUp.window.height) / (view.at.width * view.at.height) : 1
  if (!closeUp || share >= closeBelow) {
    const logits = enlargeBilinear(far.opinion.logits, squareOf(far.opinion.size), squareOf(size))
    return { view, square: far.square, side: network.size, logits, first: far }
  }

  const closer = closerView(view, closeUp.window)
  const near = await lookAt(network, closer.photo, mirrored)
  const logits = partOf(far.opinion, closeUp.toPhoto({ left: 0, top: 0, right: 1, bottom: 1 }), size)
  const nearLogits = enlargeBilinear(near.opinion.logits, squareOf(near.opinion.size), squareOf(size))
  // Where the close-up ends it cannot know what goes on: there the far look alone decides, further in both do.
  const fused = fuseLooks(logits, nearLogits, towardsMiddle(size))
  return { view: closer, square: near.square, side: network.size, logits: fused, first: far }
}
