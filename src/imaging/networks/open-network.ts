/** One network in memory: a square picture in, named tensors out. How pixels are normalised is part of its options. */
import { readFile } from 'node:fs/promises'
import type { NetworkOptions } from './network-options.js'
import { InferenceSession, Tensor } from './runtime.js'

export interface Network {
  readonly size: number
  readonly outputs: readonly string[]
  /** RGB bytes of a size x size picture → the network's outputs by name. */
  run(rgb: Uint8Array): Promise<Readonly<Record<string, Float32Array>>>
}

export async function openNetwork(options: NetworkOptions, threads: number): Promise<Network> {
  const session = await InferenceSession.create(await readFile(options.file), {
    graphOptimizationLevel: 'all',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
    // Memory patterns cost 300 MB more from the second run on, held beside the arena, and are not faster.
    enableMemPattern: false,
  })
  const { size } = options
  const dims = options.layout === 'NHWC' ? [1, size, size, 3] : [1, 3, size, size]
  return {
    size,
    outputs: session.outputNames,
    run: async (rgb) => {
      const results = await session.run({ [options.input]: new Tensor('float32', toTensorData(rgb, options), dims) })
      return Object.fromEntries(Object.entries(results).map(([name, { data }]) => [name, data as Float32Array]))
    },
  }
}

export function toTensorData(
  rgb: Uint8Array,
  { size, layout, channels, mean, deviation }: Omit<NetworkOptions, 'file' | 'input'>,
): Float32Array {
  const area = size * size
  const data = new Float32Array(3 * area)
  const [start, step] = layout === 'NHWC' ? [1, 3] : [area, 1]
  for (let channel = 0; channel < 3; channel++) {
    const source = channels === 'BGR' ? 2 - channel : channel
    const scale = 1 / deviation[channel]!
    const offset = -mean[channel]! * scale
    for (let i = 0; i < area; i++) data[channel * start + i * step] = rgb[i * 3 + source]! * scale + offset
  }
  return data
}
