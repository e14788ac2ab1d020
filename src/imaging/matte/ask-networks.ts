/**
 * Which networks look at a photo, and how their opinions become one. The fine network knows best where the edge runs,
 * the coarse one what belongs to the subject. When they disagree, a third looks: larger and slower, and worth it then.
 */

import { smallerCopy } from '../raster/square-copy.js'
import { disagreement, fuseOpinions, type Opinion } from './fuse.js'
import type { MattingNetwork } from './matting-network.js'

export interface MattingNetworks {
  readonly fine: MattingNetwork
  readonly coarse: MattingNetwork
  /** Asked when the other two disagree about more than this share of the subject. */
  readonly arbiter?: { readonly network: MattingNetwork; readonly above: number }
}

/** All networks, the one asked first leading. */
export const networksOf = ({ fine, coarse, arbiter }: MattingNetworks): MattingNetwork[] =>
  arbiter ? [fine, coarse, arbiter.network] : [fine, coarse]

/** `square`: a copy of the photo, `side` wide and high, as large as the largest network wants it. */
export async function askNetworks(
  { fine, coarse, arbiter }: MattingNetworks,
  square: Uint8Array,
  side: number,
  matteSize: number,
): Promise<Float32Array> {
  const ask = async (network: MattingNetwork): Promise<Opinion> =>
    network.predict(await smallerCopy(square, side, network.size))
  const first = await ask(fine)
  const second = await ask(coarse)
  const opinions = [first, second]
  if (arbiter && disagreement(first, second) > arbiter.above) opinions.push(await ask(arbiter.network))
  return fuseOpinions(opinions, matteSize)
}
