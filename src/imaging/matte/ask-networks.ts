/**
 * Which networks look at a photo, and how their opinions become one. The fine network knows best where the edge runs,
 * the coarse one what belongs to the subject. When they disagree, a third looks: the fine one again, at a smaller size,
 * where it sees more of the whole.
 */
import { disagreement, fuseOpinions, type Opinion } from './fuse.js'
import type { MattingNetwork } from './network.js'
import { smallerCopy } from './square-copy.js'

export interface MattingNetworks {
  readonly fine: MattingNetwork
  readonly coarse: MattingNetwork
  readonly arbiter?: MattingNetwork
}

/** A share of what either calls subject. On the evaluation set one photo in five is above it. */
const DISPUTED = 0.12

/** `square`: the photo's copy at the size of the fine network. */
export async function askNetworks({ fine, coarse, arbiter }: MattingNetworks, square: Uint8Array): Promise<Opinion> {
  const ask = async (network: MattingNetwork): Promise<Opinion> =>
    network.predict(await smallerCopy(square, fine.size, network.size))
  const first = await ask(fine)
  const second = await ask(coarse)
  const opinions: [Opinion, ...Opinion[]] = [first, second]
  if (arbiter && disagreement(first, second) > DISPUTED) opinions.push(await ask(arbiter))
  return { size: first.size, logits: fuseOpinions(opinions) }
}
