/** One matting network in memory: pixels in, probability of "subject" out. */
import { readFile } from 'node:fs/promises'
import { InferenceSession, Tensor } from 'onnxruntime-node'

export interface NetworkOptions {
  readonly file: string
  readonly input: string
  readonly size: number
  readonly mean: readonly [number, number, number]
  readonly deviation: readonly [number, number, number]
}

export interface MattingNetwork {
  readonly size: number
  /** RGB bytes of a size x size picture → size x size probabilities, row by row. */
  predict(rgb: Uint8Array): Promise<Float32Array>
}

export async function loadMattingNetwork(options: NetworkOptions, threads: number): Promise<MattingNetwork> {
  const session = await InferenceSession.create(await readFile(options.file), {
    graphOptimizationLevel: 'all',
    intraOpNumThreads: threads,
    interOpNumThreads: 1,
  })
  const [output] = session.outputNames
  if (!output) throw new Error(`${options.file} has no output`)
  const { size } = options
  return {
    size,
    predict: async (rgb) => {
      const input = new Tensor('float32', toPlanes(rgb, options), [1, 3, size, size])
      const { [output]: result } = await session.run({ [options.input]: input })
      return result!.data as Float32Array
    },
  }
}

function toPlanes(rgb: Uint8Array, { mean, deviation, size }: NetworkOptions): Float32Array {
  const area = size * size
  const planes = new Float32Array(3 * area)
  for (let channel = 0; channel < 3; channel++) {
    const scale = 1 / deviation[channel]!
    const offset = -mean[channel]! * scale
    const plane = planes.subarray(channel * area, (channel + 1) * area)
    for (let i = 0; i < area; i++) plane[i] = rgb[i * 3 + channel]! * scale + offset
  }
  return planes
}
