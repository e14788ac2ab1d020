/** A matting network: pixels in, probability of "subject" out. */
import { type NetworkOptions, openNetwork } from '../network.js'

export type { NetworkOptions } from '../network.js'

export interface MattingNetwork {
  readonly size: number
  /** RGB bytes of a size x size picture → size x size probabilities, row by row. */
  predict(rgb: Uint8Array): Promise<Float32Array>
}

export async function loadMattingNetwork(options: NetworkOptions, threads: number): Promise<MattingNetwork> {
  const network = await openNetwork(options, threads)
  const [output] = network.outputs
  if (!output) throw new Error(`${options.file} has no output`)
  return { size: network.size, predict: async (rgb) => (await network.run(rgb))[output]! }
}
