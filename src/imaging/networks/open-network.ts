/** One network in memory: a square picture in, named tensors out. How pixels are normalised is part of its options. */
import { readFile } from 'node:fs/promises'
import { filled, kernels } from '../kernels/room.js'
import type { NetworkOptions } from './network-options.js'
import { Tensor } from './runtime.js'
import { openSession, type RunOptions } from './session.js'

export interface Network {
  readonly size: number
  readonly outputs: readonly string[]
  /** RGB bytes of a size x size picture → the network's outputs by name. */
  run(rgb: Uint8Array): Promise<Readonly<Record<string, Float32Array>>>
}

export async function openNetwork(
  options: NetworkOptions,
  threads: number,
  providers?: RunOptions['providers'],
): Promise<Network> {
  const session = await openSession(await readFile(options.file), { threads, ...(providers && { providers }) })
  const { size } = options
  const dims = options.layout === 'NHWC' ? [1, size, size, 3] : [1, 3, size, size]
  // Fresh memory has to be mapped page by page, which takes longer than filling it. Runs at the same time need their own.
  const spare: Float32Array<ArrayBuffer>[] = []
  return {
    size,
    outputs: session.outputNames,
    run: async (rgb) => {
      const data = spare.pop() ?? new Float32Array(3 * size * size)
      const input = new Tensor('float32', toTensorData(rgb, options, data), dims)
      const results = await session.run({ [options.input]: input })
      spare.push(data)
      return Object.fromEntries(Object.entries(results).map(([name, { data }]) => [name, data as Float32Array]))
    },
  }
}

/** `data`: where the tensor's values go. */
export function toTensorData(
  rgb: Uint8Array,
  { size, layout, channels, mean, deviation }: Omit<NetworkOptions, 'file' | 'input'>,
  data: Float32Array<ArrayBuffer> = new Float32Array(3 * size * size),
): Float32Array<ArrayBuffer> {
  const area = size * size
  if (channels !== 'BGR' && area % 4 === 0) {
    const normalise = layout === 'NHWC' ? kernels.normalisePixels : kernels.normalisePlanes
    const [r, g, b] = mean.map((value, channel) => [1 / deviation[channel]!, -value / deviation[channel]!] as const)
    normalise(rgb, area, ...r!, ...g!, ...b!, filled(data))
    return data
  }
  const [start, step] = layout === 'NHWC' ? [1, 3] : [area, 1]
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / deviation[channel]!
    const offset = -mean[channel]! * scale
    let to = channel * start
    for (let from = channels === 'BGR' ? 2 - channel : channel; from < area * 3; from += 3, to += step)
      data[to] = rgb[from]! * scale + offset
  }
  return data
}
