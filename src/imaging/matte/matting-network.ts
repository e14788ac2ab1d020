/** The matting network: pixels in, a logit for each of them out. */
import type { NetworkOptions } from '../networks/network-options.js'
import { openNetwork } from '../networks/open-network.js'
import type { RunOptions } from '../networks/session.js'

export interface Prediction {
  readonly size: number
  /** Per pixel of the photo stretched to a square: the logit of "this is subject". */
  readonly logits: Float32Array
}

export interface MattingNetwork {
  readonly size: number
  /** RGB bytes of a size x size picture. The prediction may be coarser than the picture. */
  predict(rgb: Uint8Array): Promise<Prediction>
}

export async function loadMattingNetwork(
  options: NetworkOptions,
  threads: number,
  providers?: RunOptions['providers'],
): Promise<MattingNetwork> {
  const network = await openNetwork(options, threads, providers)
  const [output] = network.outputs
  if (!output) throw new Error(`${options.file} has no output`)
  return {
    size: network.size,
    predict: async (rgb) => {
      const logits = (await network.run(rgb))[output]!
      return { size: Math.sqrt(logits.length), logits }
    },
  }
}
