/** The step to 8 bits: scales and weights by their formulas, whole graphs against their own float originals. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dimsOf, floatsOf, type Graph, type Node, writeGraph } from '../../training/onnx/graph.js'
import { quantise, quantiseWeights, type Ranges, scaleFor } from '../../training/onnx/quantise.js'
import {
  constantsOf,
  floats,
  graphOf,
  ints,
  largestDifference,
  noise,
  op,
  outputsNamed,
  run,
} from '../fixtures/onnx-graph.js'

const SIDE = 16
const DIMS = [1, 3, SIDE, SIDE]
const x = noise(3 * SIDE * SIDE, 7)
const samePadding = { pads: [1, 1, 1, 1] }

/** All that our networks are made of: convolutions with Relu, pooling, enlarging, joining, adding. */
const network = graphOf({
  input: DIMS,
  constants: {
    w1: floats([4, 3, 3, 3], noise(108, 1)),
    b1: floats([4], noise(4, 2)),
    // Channels of very different strength: with one scale for all, the weak ones would drown.
    w2: floats(
      [4, 4, 3, 3],
      noise(144, 3).map((weight, i) => weight * [1, 0.01, 5, 0.2][Math.floor(i / 36)]!),
    ),
    b2: floats([4], [0.5, 0.01, -0.3, 0]),
    w3: floats([4, 8, 1, 1], noise(32, 4)),
    w4: floats([1, 4, 3, 3], noise(36, 5)),
    b4: floats([1], [0.25]),
    sizes: ints(1, 4, SIDE, SIDE),
  },
  nodes: [
    op('Conv', ['x', 'w1', 'b1'], 'one', samePadding),
    op('Relu', ['one'], 'one_up'),
    op('MaxPool', ['one_up'], 'pooled', { kernel_shape: [2, 2], strides: [2, 2] }),
    op('Conv', ['pooled', 'w2', 'b2'], 'two', samePadding),
    op('Relu', ['two'], 'two_up'),
    op('Resize', ['two_up', '', '', 'sizes'], 'enlarged', { mode: 'linear' }),
    op('Concat', ['one_up', 'enlarged'], 'joined', { axis: 1 }),
    op('Conv', ['joined', 'w3'], 'three'),
    op('Add', ['three', 'one_up'], 'sum'),
    op('Conv', ['sum', 'w4', 'b4'], 'y', samePadding),
  ],
  outputs: ['y'],
})

/** How far apart the worst pixel may be, in steps of the last tensor; processors round their 8-bit sums differently. */
const MOST_STEPS = 10

const never = (): boolean => false

/** The range of every tensor on this very input, as calibration would find it. */
async function rangesOf(graph: Graph): Promise<Ranges> {
  const inner = graph.nodes.map((node) => node.outputs[0]!)
  const results = await run({ ...graph, outputs: outputsNamed(...inner) }, x, DIMS)
  const bounds = (data: readonly number[]): [number, number] => [Math.min(...data), Math.max(...data)]
  return { x: bounds(x), ...Object.fromEntries(inner.map((name) => [name, bounds(results[name]!.data)])) }
}

const isConversion = ({ op: name }: Node): boolean => name === 'QuantizeLinear' || name === 'DequantizeLinear'
const nodeOf = (graph: Graph, name: string): Node => graph.nodes.find((node) => node.name === name)!

describe('a quantised network', () => {
  it('says what the float one says, within a few of the last steps', async () => {
    const ranges = await rangesOf(network)
    const { y: wanted } = await run(network, x, DIMS)
    const { y: found } = await run(quantise(network, { ranges, keepFloat: never }), x, DIMS)
    const [low, high] = ranges.y!
    const step = (high - low) / 255
    const difference = largestDifference(found!.data, wanted!.data)
    expect(difference).toBeGreaterThan(0)
    expect(difference / step).toBeLessThan(MOST_STEPS)
    const mean =
      wanted!.data.reduce((sum, value, i) => sum + Math.abs(value - found!.data[i]!), 0) / wanted!.data.length
    expect(mean / step).toBeLessThan(2.5)
  })

  it('weak channels keep their precision: each has a scale of its own', async () => {
    const head = { ...network, nodes: network.nodes.slice(0, 4), outputs: outputsNamed('two') }
    const ranges = await rangesOf(network)
    const { two: wanted } = await run(head, x, DIMS)
    const { two: found } = await run(quantise(head, { ranges, keepFloat: never }), x, DIMS)
    const area = (SIDE / 2) ** 2
    for (const channel of [0, 1, 2, 3]) {
      const part = (data: readonly number[]): readonly number[] => data.slice(channel * area, (channel + 1) * area)
      const spread = Math.max(...part(wanted!.data)) - Math.min(...part(wanted!.data))
      expect(largestDifference(part(found!.data), part(wanted!.data)) / spread).toBeLessThan(0.03)
    }
  })

  it('every picture that an 8-bit node reads has made the trip through 8 bits, once', async () => {
    const small = quantise(network, { ranges: await rangesOf(network), keepFloat: never })
    const makers = new Map(small.nodes.flatMap((node) => node.outputs.map((name) => [name, node.op])))
    const pictures = small.nodes
      .filter((node) => !isConversion(node))
      .flatMap(({ op: kind, inputs }) => (kind === 'Concat' || kind === 'Add' ? inputs : inputs.slice(0, 1)))
    expect(pictures.map((name) => makers.get(name))).toEqual(pictures.map(() => 'DequantizeLinear'))
    const quantised = small.nodes.filter((node) => node.op === 'QuantizeLinear').map(({ inputs }) => inputs[0])
    expect(new Set(quantised).size).toBe(quantised.length)
  })

  it('a Relu after a convolution is no node of its own any more: rounding to 8 bits cuts negative sums off', async () => {
    const small = quantise(network, { ranges: await rangesOf(network), keepFloat: never })
    expect(small.nodes.some((node) => node.op === 'Relu')).toBe(false)
    expect(nodeOf(small, 'one').outputs).toEqual(['one_up'])
  })

  it('a Relu stays where somebody else reads the convolution too', async () => {
    const graph = { ...network, nodes: network.nodes.map((node) => (node.name === 'sum' ? ADD_RAW : node)) }
    const ranges = await rangesOf(graph)
    const small = quantise(graph, { ranges, keepFloat: never })
    expect(small.nodes.filter((node) => node.op === 'Relu').map(({ name }) => name)).toEqual(['one_up'])
    const [{ y: found }, { y: wanted }] = [await run(small, x, DIMS), await run(graph, x, DIMS)]
    const step = (ranges.y![1] - ranges.y![0]) / 255
    expect(largestDifference(found!.data, wanted!.data) / step).toBeLessThan(MOST_STEPS)
  })
  const ADD_RAW = op('Add', ['three', 'one'], 'sum')

  it('pooling and enlarging use the scale of what they read: they cost no conversion', async () => {
    const { pooled: _pooled, enlarged: _enlarged, ...ranges } = await rangesOf(network)
    const small = quantise(network, { ranges, keepFloat: never })
    const scale = (name: string): number => floatsOf(small.constants.get(`${name}:scale`)!)[0]!
    expect(scale('pooled')).toBe(scale('one_up'))
    expect(scale('enlarged')).toBe(scale('two_up'))
    expect(scale('enlarged')).not.toBe(scale('one_up'))
  })

  it('a tensor without a measured range is named', async () => {
    const ranges = await rangesOf(network)
    for (const name of ['x', 'one_up', 'two_up', 'joined', 'three', 'sum']) {
      const { [name]: _missing, ...others } = ranges
      expect(() => quantise(network, { ranges: others, keepFloat: never })).toThrow(
        new Error(`No value range was measured for ${name}`),
      )
    }
  })

  it('ranges of tensors that stay in float are not asked for', async () => {
    const { y: _y, one: _one, two: _two, ...ranges } = await rangesOf(network)
    expect(() => quantise(network, { ranges, keepFloat: never })).not.toThrow()
  })

  it('the same network and ranges give the same bytes, and the network given is left as it was', async () => {
    const ranges = await rangesOf(network)
    const before = Buffer.from(writeGraph(network))
    const bytes = Buffer.from(writeGraph(quantise(network, { ranges, keepFloat: never })))
    expect(Buffer.from(writeGraph(quantise(network, { ranges, keepFloat: never }))).equals(bytes)).toBe(true)
    expect(Buffer.from(writeGraph(network)).equals(before)).toBe(true)
  })

  it('float weights are gone from the file, a quarter of their size is left', async () => {
    const small = quantise(network, { ranges: await rangesOf(network), keepFloat: never })
    for (const name of ['w1', 'b1', 'w2', 'w3', 'w4']) expect(small.constants.has(name)).toBe(false)
    expect(dimsOf(small.constants.get('w2:whole')!)).toEqual([4, 4, 3, 3])
    expect(small.constants.has('sizes')).toBe(true)
  })
})

describe('nodes that are kept in float', () => {
  const isLate = (name: string): boolean => ['three', 'sum', 'y'].includes(name)

  it('stay as they were, with nothing converted between two of them', async () => {
    const small = quantise(network, { ranges: await rangesOf(network), keepFloat: isLate })
    expect(nodeOf(small, 'three').inputs).toEqual(['joined:copy', 'w3'])
    expect(nodeOf(small, 'sum').inputs).toEqual(['three', 'one_up:copy'])
    expect(nodeOf(small, 'y').inputs).toEqual(['sum', 'w4', 'b4'])
    for (const name of ['w3', 'w4', 'b4']) expect(small.constants.get(name)).toBe(network.constants.get(name))
  })

  it('what an 8-bit node reads of them makes the trip, wherever it stands among its inputs', async () => {
    const swapped = op('Add', ['one_up', 'three'], 'sum')
    const graph = { ...network, nodes: network.nodes.map((node) => (node.name === 'sum' ? swapped : node)) }
    const small = quantise(graph, { ranges: await rangesOf(graph), keepFloat: (name) => name === 'three' })
    expect(nodeOf(small, 'sum').inputs).toEqual(['one_up:copy', 'three:copy'])
  })

  it('need no ranges between them', async () => {
    const { three: _three, sum: _sum, ...ranges } = await rangesOf(network)
    expect(() => quantise(network, { ranges, keepFloat: isLate })).not.toThrow()
  })

  it('with all of them the network is the one it was', async () => {
    const same = quantise(network, { ranges: {}, keepFloat: () => true })
    expect(Buffer.from(writeGraph(same)).equals(Buffer.from(writeGraph(network)))).toBe(true)
  })

  it('make the answer more exact', async () => {
    const ranges = await rangesOf(network)
    const { y: wanted } = await run(network, x, DIMS)
    const errorOf = async (keepFloat: (name: string) => boolean): Promise<number> => {
      const { y } = await run(quantise(network, { ranges, keepFloat }), x, DIMS)
      return y!.data.reduce((sum, value, i) => sum + (value - wanted!.data[i]!) ** 2, 0)
    }
    expect(await errorOf(isLate)).toBeLessThan(await errorOf(never))
  })

  it('a Relu after a float convolution stays', async () => {
    const ranges = await rangesOf(network)
    const small = quantise(network, { ranges, keepFloat: (name) => name === 'one' || name === 'one_up' })
    expect(nodeOf(small, 'one_up').inputs).toEqual(['one'])
    const [{ y: found }, { y: wanted }] = [await run(small, x, DIMS), await run(network, x, DIMS)]
    const step = (ranges.y![1] - ranges.y![0]) / 255
    expect(largestDifference(found!.data, wanted!.data) / step).toBeLessThan(MOST_STEPS)
  })
})

const bound = fc.float({ min: -1e6, max: 1e6, noNaN: true })
const range = fc.tuple(bound, bound).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)])

describe('scaleFor', () => {
  it('zero is one of the 256 steps, and the whole range lies between the first and the last', () => {
    fc.assert(
      fc.property(range, ([low, high]) => {
        const { scale, zeroPoint } = scaleFor([low, high])
        expect(Number.isInteger(zeroPoint) && zeroPoint >= 0 && zeroPoint <= 255).toBe(true)
        expect(scale).toBe(Math.fround(scale))
        // Zero is exact, so the ends may be off by half a step.
        const slack = scale * 0.501
        expect((0 - zeroPoint) * scale).toBeLessThanOrEqual(Math.min(0, low) + slack)
        expect((255 - zeroPoint) * scale).toBeGreaterThanOrEqual(Math.max(0, high) - slack)
      }),
    )
  })

  it('every value of the range comes back within half a step, at the ends within one', () => {
    fc.assert(
      fc.property(range, fc.double({ min: 0, max: 1, noNaN: true }), ([low, high], part) => {
        const { scale, zeroPoint } = scaleFor([low, high])
        const value = low + (high - low) * part
        const level = Math.min(255, Math.max(0, Math.round(value / scale) + zeroPoint))
        expect(Math.abs((level - zeroPoint) * scale - value)).toBeLessThanOrEqual(scale * 1.001)
      }),
    )
  })

  it('no step is wasted: the range that zero completes fills all 255', () => {
    for (const [low, high] of [
      [-1, 3],
      [0, 8],
      [-2, 0],
      [1, 4],
      [-9, -3],
    ] as const) {
      expect(scaleFor([low, high]).scale * 255).toBeCloseTo(Math.max(0, high) - Math.min(0, low), 5)
    }
  })

  it('a rectified tensor begins at the first step, a tensor of nothing but zeros has a scale all the same', () => {
    expect(scaleFor([0, 5]).zeroPoint).toBeCloseTo(0, 9)
    expect(scaleFor([0, 0]).scale).toBeGreaterThan(0)
  })
})

describe('quantiseWeights', () => {
  it('the scale of a channel is its largest weight over 63, exactly', () => {
    const weights = [1, -0.4, 0.25, 0, -126, 2, 0.9, -1.1, 0, 0, 0, 0]
    const { dims, data, scales } = quantiseWeights(floats([3, 2, 1, 2], weights))
    expect(dims).toEqual([3, 2, 1, 2])
    expect([...scales.subarray(0, 2)]).toEqual([Math.fround(1 / 63), 2])
    expect([...data]).toEqual([63, -25, 16, 0, -63, 1, 0, -1, 0, 0, 0, 0])
  })

  it('each weight comes back within half a step of its own channel, and the largest exactly', () => {
    const weight = fc.float({ min: -100, max: 100, noNaN: true })
    fc.assert(
      fc.property(fc.array(weight, { minLength: 8, maxLength: 8 }), (weights) => {
        const { data, scales } = quantiseWeights(floats([2, 4, 1, 1], weights))
        for (const channel of [0, 1]) {
          const own = weights.slice(channel * 4, channel * 4 + 4)
          const largest = Math.max(...own.map(Math.abs))
          for (const [i, value] of own.entries()) {
            const level = data[channel * 4 + i]!
            expect(Math.abs(level * scales[channel]! - value)).toBeLessThanOrEqual(scales[channel]! * 0.5001)
            if (Math.abs(value) === largest && largest > 1e-6) expect(Math.abs(level)).toBe(63)
          }
        }
      }),
    )
  })

  it('weights that are not stored as single precision are refused by name', () => {
    const { odd } = Object.fromEntries(constantsOf({ odd: ints(1, 2) }))
    expect(() => quantiseWeights(odd!)).toThrow('The constant odd')
  })
})
