/**
 * Which networks look at a photo, and how their predictions are combined. The fine network is best at where the edge
 * runs, the coarse one at what belongs to the subject. Only when they disagree is a third, larger and slower, worth it.
 */
import { smallerCopy } from '../raster/square-copy.js'
import { disagreement, fusePredictions, type Prediction } from './fuse.js'
import type { MattingNetwork } from './matting-network.js'

export interface MattingNetworks {
  readonly fine: MattingNetwork
  readonly coarse: MattingNetwork
  /** Runs when the other two disagree about more than this share of the subject. */
  readonly arbiter?: { readonly network: MattingNetwork; readonly above: number }
}

/** All networks, in the order in which they run. */
export const networksOf = ({ fine, coarse, arbiter }: MattingNetworks): MattingNetwork[] =>
  arbiter ? [fine, coarse, arbiter.network] : [fine, coarse]

/** `square`: a copy of the photo, `side` wide and high, at least as large as the largest network's input. */
export async function askNetworks(
  { fine, coarse, arbiter }: MattingNetworks,
  square: Uint8Array,
  side: number,
  matteSize: number,
): Promise<Float32Array> {
  const ask = async (network: MattingNetwork): Promise<Prediction> =>
    network.predict(await smallerCopy(square, side, network.size))
  const first = await ask(fine)
  const second = await ask(coarse)
  const predictions = [first, second]
  if (arbiter && disagreement(first, second) > arbiter.above) predictions.push(await ask(arbiter.network))
  return fusePredictions(predictions, matteSize)
}
