/** The import of TensorFlow.js models: tiny graphs, run in the product's runtime, against values worked out here. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { type CompiledRecipe, compiledName, compileNetwork } from '../../src/models/compile.js'
import { loadManifest, type NetworkRecipe } from '../../src/models/manifest.js'
import { convertTfjs } from '../../src/models/tfjs/convert.js'
import {
  ints,
  modelJson,
  runGraph,
  type Stored,
  shardsOf,
  type TinyGraph,
  text,
  texts,
  window,
} from '../fixtures/tfjs-graph.js'

/** Numbers without a pattern, the same in every run. */
function noise(length: number, seed = 1): number[] {
  let state = seed
  return Array.from({ length }, () => {
    state = (state * 16_807) % 2_147_483_647
    return Math.round((state / 2_147_483_647 - 0.5) * 200) / 50
  })
}

const close = (actual: readonly number[], expected: readonly number[]): void => {
  expect(actual.length).toBe(expected.length)
  for (const [i, value] of expected.entries()) expect(actual[i], `value ${i}`).toBeCloseTo(value, 4)
}

interface Plane {
  height: number
  width: number
  channels: number
}

/** TensorFlow's definition of a convolution, read out loud. Padding: SAME puts the odd row and column at the end. */
function convolve(
  x: readonly number[],
  { height, width, channels }: Plane,
  kernel: { size: number; last: number; values: readonly number[] },
  { stride, padding, depthwise }: { stride: number; padding: 'SAME' | 'VALID'; depthwise: boolean },
): number[] {
  const { size, last, values } = kernel
  const length = (side: number): number => Math.ceil((padding === 'SAME' ? side : side - size + 1) / stride)
  const before = (side: number): number =>
    padding === 'SAME' ? Math.floor(Math.max(0, (length(side) - 1) * stride + size - side) / 2) : 0
  const out: number[] = []
  for (let oy = 0; oy < length(height); oy++) {
    for (let ox = 0; ox < length(width); ox++) {
      for (let o = 0; o < (depthwise ? channels * last : last); o++) {
        let sum = 0
        for (let ky = 0; ky < size; ky++) {
          for (let kx = 0; kx < size; kx++) {
            const y = oy * stride + ky - before(height)
            const xx = ox * stride + kx - before(width)
            if (y < 0 || y >= height || xx < 0 || xx >= width) continue
            for (let c = 0; c < channels; c++) {
              if (depthwise && c !== Math.floor(o / last)) continue
              const weight = values[((ky * size + kx) * channels + c) * last + (depthwise ? o % last : o)]!
              sum += x[(y * width + xx) * channels + c]! * weight
            }
          }
        }
        out.push(sum)
      }
    }
  }
  return out
}

const plane = { height: 5, width: 6, channels: 2 }
const x = noise(5 * 6 * 2, 7)
const input = [1, 5, 6, 2]

const convolutionGraph = (op: string, attr: Record<string, object>, more: Record<string, Stored> = {}): TinyGraph => ({
  input,
  weights: { w: { shape: [3, 3, 2, 3], values: noise(54, 3) }, ...more },
  nodes: [{ name: 'y', op, input: ['x', 'w', ...Object.keys(more)], attr }],
  outputs: ['y'],
})

describe('convolutions', () => {
  const kernel = { size: 3, last: 3, values: noise(54, 3) }

  it.each([
    ['Conv2D', 1, 'SAME', [1, 5, 6, 3]],
    ['Conv2D', 2, 'SAME', [1, 3, 3, 3]],
    ['Conv2D', 2, 'VALID', [1, 2, 2, 3]],
    ['DepthwiseConv2dNative', 1, 'VALID', [1, 3, 4, 6]],
    ['DepthwiseConv2dNative', 2, 'SAME', [1, 3, 3, 6]],
  ] as const)('%s, stride %i, %s', async (op, stride, padding, dims) => {
    const { y } = await runGraph(convolutionGraph(op, window(stride, padding)), x)
    expect(y!.dims).toEqual(dims)
    close(y!.data, convolve(x, plane, kernel, { stride, padding, depthwise: op !== 'Conv2D' }))
  })

  it('explicit padding goes where TensorFlow puts it', async () => {
    const attr = window(1, 'EXPLICIT', { explicit_paddings: ints(0, 0, 1, 1, 1, 1, 0, 0) })
    const { y } = await runGraph(convolutionGraph('Conv2D', attr), x)
    close(y!.data, convolve(x, plane, kernel, { stride: 1, padding: 'SAME', depthwise: false }))
  })

  const bias = [0.5, -1, 2]
  const slopes = [0.1, 0.2, 0.3]
  const plain = convolve(x, plane, kernel, { stride: 1, padding: 'SAME', depthwise: false })
  const biased = plain.map((value, i) => value + bias[i % 3]!)
  it.each<[string, string[], (value: number, channel: number) => number]>([
    ['bias', ['BiasAdd'], (value) => value],
    ['bias and Relu6', ['BiasAdd', 'Relu6'], (value) => Math.min(6, Math.max(0, value))],
    ['bias and PRelu', ['BiasAdd', 'Prelu'], (value, channel) => (value < 0 ? value * slopes[channel]! : value)],
    ['bias and Sigmoid', ['BiasAdd', 'Sigmoid'], (value) => 1 / (1 + Math.exp(-value))],
    ['bias and LeakyRelu', ['BiasAdd', 'LeakyRelu'], (value) => (value < 0 ? value * 0.25 : value)],
  ])('%s fused into it', async (_name, fused, activation) => {
    const attr = window(1, 'SAME', { fused_ops: texts(...fused), leakyrelu_alpha: { f: 0.25 } })
    const more: Record<string, Stored> = { b: { shape: [3], values: bias } }
    if (fused.includes('Prelu')) more.s = { shape: [1, 1, 3], values: slopes }
    const { y } = await runGraph(convolutionGraph('_FusedConv2D', attr, more), x)
    close(
      y!.data,
      biased.map((value, i) => activation(value, i % 3)),
    )
  })

  it('max pooling', async () => {
    const attr = window(2, 'SAME', { ksize: ints(1, 2, 2, 1) })
    const graph = { input: [1, 2, 3, 1], nodes: [{ name: 'y', op: 'MaxPool', input: ['x'], attr }], outputs: ['y'] }
    expect((await runGraph(graph, [1, 5, 3, -2, 0, -1])).y!.data).toEqual([5, 3])
  })
})

describe('layout', () => {
  const row = (op: string, weights: Record<string, Stored>, attr = {}, more: string[] = []): TinyGraph => ({
    input: [1, 1, 3, 1],
    weights,
    nodes: [{ name: 'y', op, input: ['x', ...more, ...Object.keys(weights)], attr }],
    outputs: ['y'],
  })

  it('Pad and PadV2', async () => {
    const paddings: Stored = { shape: [4, 2], dtype: 'int32', values: [0, 0, 0, 0, 1, 2, 0, 0] }
    expect((await runGraph(row('Pad', { p: paddings }), [1, 2, 3])).y!.data).toEqual([0, 1, 2, 3, 0, 0])
    const v2 = row('PadV2', { p: paddings, v: { shape: [], values: [9] } })
    expect((await runGraph(v2, [1, 2, 3])).y!.data).toEqual([9, 1, 2, 3, 9, 9])
  })

  it('ConcatV2, with its axis as the last input', async () => {
    const graph = row('ConcatV2', { axis: { shape: [], dtype: 'int32', values: [2] } }, {}, ['x'])
    expect((await runGraph(graph, [1, 2, 3])).y).toEqual({ dims: [1, 1, 6, 1], data: [1, 2, 3, 1, 2, 3] })
  })

  it('Reshape, and the second output of SplitV', async () => {
    const graph: TinyGraph = {
      ...row('Reshape', { shape: { shape: [2], dtype: 'int32', values: [3, -1] } }),
      outputs: ['y', 'rest'],
    }
    graph.weights = {
      ...graph.weights,
      sizes: { shape: [2], dtype: 'int32', values: [1, 2] },
      axis: { shape: [], dtype: 'int32', values: [0] },
    }
    graph.nodes.push({ name: 'split', op: 'SplitV', input: ['y', 'sizes', 'axis'] })
    graph.nodes.push({ name: 'rest', op: 'Relu', input: ['split:1', '^x'] })
    graph.nodes[0]!.input = ['x', 'shape']
    const { y, rest } = await runGraph(graph, [1, 2, 3])
    expect(y!.dims).toEqual([3, 1])
    expect(rest).toEqual({ dims: [2, 1], data: [2, 3] })
  })

  // Three pixels become six. Where output pixel i looks: corners on corners, centres on centres, or i/2.
  it.each<[string, object, number[]]>([
    ['align_corners', { align_corners: { b: true } }, [0, 4, 8, 16, 28, 40]],
    ['half_pixel_centers', { half_pixel_centers: { b: true } }, [0, 2.5, 7.5, 17.5, 32.5, 40]],
    ['neither', {}, [0, 5, 10, 25, 40, 40]],
  ])('ResizeBilinear, %s', async (_name, attr, expected) => {
    const graph = row('ResizeBilinear', { size: { shape: [2], dtype: 'int32', values: [1, 6] } }, attr)
    const { y } = await runGraph(graph, [0, 10, 40])
    expect(y!.dims).toEqual([1, 1, 6, 1])
    close(y!.data, expected)
  })
})

describe('weights', () => {
  const addWeight = (w: Stored): TinyGraph => ({
    input: [3],
    weights: { w },
    nodes: [{ name: 'y', op: 'AddV2', input: ['x', 'w'] }],
    outputs: ['y'],
  })

  it.each<[string, Stored, number[]]>([
    ['float32', { shape: [3], values: [0.1, -2, 3] }, [0.1, -2, 3]],
    [
      'uint8',
      { shape: [3], values: [0, 100, 255], quantization: { dtype: 'uint8', scale: 0.5, min: -10 } },
      [-10, 40, 117.5],
    ],
    [
      'uint16',
      { shape: [3], values: [0, 1000, 65_535], quantization: { dtype: 'uint16', scale: 0.01, min: 1 } },
      [1, 11, 656.35],
    ],
    ['float16', { shape: [3], values: [0x3c00, 0xc000, 0x3800], quantization: { dtype: 'float16' } }, [1, -2, 0.5]],
  ])('stored as %s', async (_name, weight, expected) => {
    const { y } = await runGraph(addWeight(weight), [0, 0, 0])
    for (const [i, value] of expected.entries()) expect(y!.data[i]).toBeCloseTo(value, 3)
  })

  it('a batch norm is folded into one product and one sum', async () => {
    const constants = { scale: [2, 1], offset: [1, 0], mean: [3, -1], variance: [0.24, 0.99] }
    const graph: TinyGraph = {
      input: [1, 1, 1, 2],
      weights: Object.fromEntries(Object.entries(constants).map(([name, values]) => [name, { shape: [2], values }])),
      nodes: [
        { name: 'y', op: 'FusedBatchNormV3', input: ['x', ...Object.keys(constants)], attr: { epsilon: { f: 0.01 } } },
      ],
      outputs: ['y'],
    }
    close((await runGraph(graph, [4, 4])).y!.data, [(2 * 1) / 0.5 + 1, 5])
  })

  it('that end too early, or are of an unknown type, are named', () => {
    const graph = addWeight({ shape: [3], values: [1, 2] })
    expect(() => convertTfjs(modelJson(graph), shardsOf(graph))).toThrow('The weights end within w')
    const complex = modelJson(graph).replace('"dtype":"float32"', '"dtype":"complex64"')
    expect(() => convertTfjs(complex, shardsOf(graph))).toThrow('Weight w is of type complex64')
  })
})

describe('compileNetwork', () => {
  const file = (name: string, path: string) => ({ name, path, bytes: 1, sha256: '0'.repeat(64) })
  const entry = { files: [file('t.json', 'models/t.json'), file('t-1.bin', 'models/first.bin')] }
  const both = { files: [...entry.files, file('t-2.bin', 'models/second.bin')] }
  const network: CompiledRecipe & NetworkRecipe = {
    id: 'tiny',
    compile: { kind: 'tfjs' },
    input: 'x',
    size: 16,
    mean: [0, 0, 0],
    deviation: [1, 1, 1],
  }
  const graph = convolutionGraph('Conv2D', window(1, 'SAME'))

  it('finds the weights that model.json names among the files of the entry', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'tfjs-'))
    try {
      const pathOf = ({ name }: { name: string }): string => path.join(folder, name)
      await writeFile(path.join(folder, 't.json'), modelJson(graph))
      for (const [name, shard] of [
        ['t-1.bin', 'first.bin'],
        ['t-2.bin', 'second.bin'],
      ] as const) {
        await writeFile(path.join(folder, name), shardsOf(graph)(shard))
      }
      const compiled = Buffer.from(await compileNetwork(both, network, pathOf))
      expect(compiled.equals(convertTfjs(modelJson(graph), shardsOf(graph)))).toBe(true)
      await expect(compileNetwork(entry, network, pathOf)).rejects.toThrow('lists no file for the weights second.bin')
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('another option gives another name, another preparation of the input does not', () => {
    const named = { ...loadManifest()[0]!, ...both, id: 'tiny' }
    const name = compiledName(named, network)
    expect(compiledName(named, { ...network, size: 32, layout: 'NHWC', channels: 'BGR' })).toBe(name)
    expect(compiledName(named, { ...network, compile: { kind: 'tfjs', dynamicReshape: true } })).not.toBe(name)
    expect(compiledName(named, { ...network, compile: { kind: 'tfjs', outputs: ['y'] } })).not.toBe(name)
  })
})

describe('what cannot be imported', () => {
  const unknown: TinyGraph = {
    input: [3],
    nodes: [
      { name: 'odd', op: 'TopKV2', input: ['x'] },
      { name: 'fine', op: 'Relu', input: ['x'] },
    ],
    outputs: ['fine', 'odd'],
  }

  it('an operation that is not known is named', () => {
    expect(() => convertTfjs(modelJson(unknown), shardsOf(unknown))).toThrow('TopKV2 (odd) is not supported')
  })

  it('is not looked at when the wanted outputs do not need it', async () => {
    expect((await runGraph(unknown, [-1, 0, 1], { outputs: ['fine'] })).fine!.data).toEqual([0, 0, 1])
  })

  it('an activation that is not known is named', () => {
    const graph = convolutionGraph('_FusedConv2D', window(1, 'SAME', { fused_ops: texts('Swish') }))
    expect(() => convertTfjs(modelJson(graph), shardsOf(graph))).toThrow('Swish')
  })

  it('channels first', () => {
    const graph = convolutionGraph('Conv2D', { ...window(1, 'SAME'), data_format: text('NCHW') })
    expect(() => convertTfjs(modelJson(graph), shardsOf(graph))).toThrow('channels first')
  })

  it('a file that is something else', () => {
    expect(() => convertTfjs('{"format":"layers-model"}', () => new Uint8Array())).toThrow(
      'Not a TensorFlow.js graph model',
    )
  })
})
