/** The network compiler: its protobuf reader and writer, its half floats, and whole graphs against the runtime. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { halfToFloat } from '../../src/base/half-floats.js'
import { InferenceSession, Tensor } from '../../src/imaging/networks/runtime.js'
import {
  AttributeProto,
  DataType,
  GraphProto,
  ModelProto,
  NodeProto,
  TensorProto,
} from '../../src/models/onnx/fields.js'
import {
  bytesField,
  bytesOf,
  type Field,
  intField,
  intOf,
  numbersOf,
  parseMessage,
  serialiseMessage,
  textField,
  textsOf,
} from '../../src/models/onnx/protobuf.js'
import { attributeOf, type Graph, readGraph, writeGraph } from '../../training/onnx/graph.js'
import { keepOutput } from '../../training/onnx/keep-output.js'
import { toFloat32 } from '../../training/onnx/to-float32.js'
import { graphOf, ints, op, run } from '../fixtures/onnx-graph.js'
import { SIDE, tinyHalfNetwork } from '../fixtures/tiny-network.js'

const fieldNumber = fc.integer({ min: 1, max: 2 ** 29 - 1 })
const fixed = (length: number): fc.Arbitrary<Uint8Array> => fc.uint8Array({ minLength: length, maxLength: length })
const field: fc.Arbitrary<Field> = fc.oneof(
  fc.record({ number: fieldNumber, wire: fc.constant(0 as const), value: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }) }),
  fc.record({ number: fieldNumber, wire: fc.constant(1 as const), value: fixed(8) }),
  fc.record({ number: fieldNumber, wire: fc.constant(2 as const), value: fc.uint8Array({ maxLength: 300 }) }),
  fc.record({ number: fieldNumber, wire: fc.constant(5 as const), value: fixed(4) }),
)
/** Buffers and byte arrays of the same content are the same to us. */
const plain = (message: readonly Field[]): unknown[] =>
  message.map(({ number, wire, value }) => [number, wire, value instanceof Uint8Array ? [...value] : value])

describe('protobuf', () => {
  it('what is written is read back: every field number, wire type and value', () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 8 }), (message) => {
        expect(plain(parseMessage(serialiseMessage(message)))).toEqual(plain(message))
      }),
    )
  })

  it('writes the bytes of the protobuf documentation', () => {
    expect([...serialiseMessage([intField(1, 150)])]).toEqual([0x08, 0x96, 0x01])
    expect([...serialiseMessage([textField(2, 'testing')])]).toEqual([0x12, 7, ...Buffer.from('testing')])
  })

  it('negative numbers keep their 64 bits', () => {
    const message = parseMessage(serialiseMessage([intField(3, -1)]))
    expect(BigInt.asIntN(64, intOf(message, 3)!)).toBe(-1n)
  })

  it('looks fields up by number and type', () => {
    const message = parseMessage(serialiseMessage([textField(4, 'a'), intField(5, 9), textField(4, 'b')]))
    expect(textsOf(message, 4)).toEqual(['a', 'b'])
    expect(intOf(message, 5)).toBe(9n)
    expect([intOf(message, 4), bytesOf(message, 5), bytesOf(message, 6)]).toEqual([undefined, undefined, undefined])
  })

  it('a repeated number is read packed and one by one, with its sign', () => {
    const packed = serialiseMessage([intField(1, 300), intField(1, -2)]).filter((_, i) => i !== 0 && i !== 3)
    const mixed = parseMessage(
      serialiseMessage([intField(7, 5), bytesField(7, packed), intField(8, 9), intField(7, -1)]),
    )
    expect(numbersOf(mixed, 7)).toEqual([5, 300, -2, -1])
    expect(numbersOf(mixed, 6)).toEqual([])
  })

  it('bytes that end too early or are no protobuf are an error, never a hang or a wrong message', () => {
    expect(() => parseMessage(Uint8Array.from([0x12, 7, 65]))).toThrow('ends within a field')
    expect(() => parseMessage(Uint8Array.from([0x0d, 1, 2]))).toThrow('ends within a field')
    expect(() => parseMessage(Uint8Array.from([0x08]))).toThrow('broken number')
    expect(() => parseMessage(new Uint8Array(20).fill(0xff))).toThrow('broken number')
    expect(() => parseMessage(Uint8Array.from([0x0b]))).toThrow('wire type 3')
    expect(() => parseMessage(Uint8Array.from([0x12, ...new Array<number>(8).fill(0xff), 1]))).toThrow('ends within')
  })
})

describe('halfToFloat', () => {
  it.each([
    ['0x0000', 0],
    ['0x8000', -0],
    ['0x0001', 2 ** -24],
    ['0x03ff', 1023 * 2 ** -24],
    ['0x8001', -(2 ** -24)],
    ['0x0400', 2 ** -14],
    ['0x3555', 0.333251953125],
    ['0x3c00', 1],
    ['0x3c01', 1 + 1 / 1024],
    ['0xc000', -2],
    ['0x5640', 100],
    ['0x7bff', 65_504],
    ['0xfbff', -65_504],
    ['0x7c00', Number.POSITIVE_INFINITY],
    ['0xfc00', Number.NEGATIVE_INFINITY],
    ['0x7e00', Number.NaN],
  ])('%s is %d', (half, value) => {
    expect(halfToFloat(Uint16Array.of(Number(half)))[0]).toBe(value)
  })

  it('every larger pattern of a positive number is a larger number', () => {
    const values = halfToFloat(Uint16Array.from({ length: 0x7c01 }, (_, half) => half))
    expect(values.findIndex((value, half) => half > 0 && value <= values[half - 1]!)).toBe(-1)
  })
})

const graphIn = (model: Uint8Array): readonly Field[] =>
  parseMessage(bytesOf(parseMessage(model), ModelProto.graph) ?? new Uint8Array())
const within = (model: Uint8Array, number: number): (readonly Field[])[] =>
  graphIn(model)
    .filter((entry) => entry.number === number)
    .map(({ value }) => parseMessage(value as Uint8Array))
const operatorsOf = (model: Uint8Array): string[] =>
  within(model, GraphProto.node).flatMap((node) => textsOf(node, NodeProto.opType))

const input = Float32Array.from({ length: SIDE * SIDE }, (_, i) => Math.sin(i * 1.7) * 3)

async function outputsOf(model: Uint8Array): Promise<Record<string, number[]>> {
  const session = await InferenceSession.create(model, { logSeverityLevel: 3 })
  const results = await session.run({ input: new Tensor('float32', input, [1, 1, SIDE, SIDE]) })
  return Object.fromEntries(session.outputNames.map((name) => [name, [...(results[name]!.data as Float32Array)]]))
}

function expectClose(found: number[], wanted: number[], tolerance: number): void {
  expect(found.length).toBe(wanted.length)
  for (const [i, value] of wanted.entries()) expect(Math.abs(found[i]! - value)).toBeLessThanOrEqual(tolerance)
}

/** All that makes a half-precision network with several outputs one of single precision with one. */
const compiled = (model: Uint8Array, output: string): Uint8Array =>
  writeGraph(keepOutput(toFloat32(readGraph(model)), output))

describe('readGraph and writeGraph', () => {
  it('what is written is read back, and gives the same bytes again', () => {
    const graph = readGraph(tinyHalfNetwork())
    const bytes = writeGraph(graph)
    expect(Buffer.from(writeGraph(readGraph(bytes))).equals(Buffer.from(bytes))).toBe(true)
    expect(graph.nodes.map((node) => node.op)).toEqual(operatorsOf(bytes))
    expect([...graph.constants.keys()]).toEqual(['kernel', 'three', 'one', 'minus_two'])
  })

  it('the rewritten network computes the same', async () => {
    const original = await outputsOf(tinyHalfNetwork())
    expect(await outputsOf(writeGraph(readGraph(tinyHalfNetwork())))).toEqual(original)
  })

  it('descriptions of inner tensors are dropped: they would contradict what the compiler changes', () => {
    expect(within(tinyHalfNetwork(), GraphProto.valueInfo)).not.toEqual([])
    expect(within(writeGraph(readGraph(tinyHalfNetwork())), GraphProto.valueInfo)).toEqual([])
  })

  it.each([
    ['an empty file', new Uint8Array()],
    ['text', Buffer.from('<html>not found</html>')],
    ['zeros', new Uint8Array(100)],
    ['a message without a graph', serialiseMessage([intField(1, 8), bytesField(2, Buffer.from('producer'))])],
  ])('%s is an error', (_name, bytes) => {
    expect(() => readGraph(bytes)).toThrow('ONNX')
  })

  it('a file that was cut off is an error', () => {
    const whole = tinyHalfNetwork()
    for (const share of [0.1, 0.5, 0.9]) {
      expect(() => readGraph(whole.subarray(0, Math.floor(whole.length * share)))).toThrow(/ONNX/)
    }
  })
})

describe('toFloat32', () => {
  it('keeps all outputs and their numbers', async () => {
    const original = await outputsOf(tinyHalfNetwork())
    const wide = await outputsOf(writeGraph(toFloat32(readGraph(tinyHalfNetwork()))))
    expect(Object.keys(wide)).toEqual(['main', 'side'])
    for (const name of ['main', 'side']) expectClose(wide[name]!, original[name]!, 0.1)
  })

  it.each(['main', 'side'])('the compiled network has the one output %s and gives the same numbers', async (name) => {
    const original = await outputsOf(tinyHalfNetwork())
    expect(Object.keys(original)).toEqual(['main', 'side'])
    const found = await outputsOf(compiled(tinyHalfNetwork(), name))
    expect(Object.keys(found)).toEqual([name])
    // Half precision has 11 significant bits; values reach about 60.
    expectClose(found[name]!, original[name]!, 0.1)
    expect(Math.max(...found[name]!) - Math.min(...found[name]!)).toBeGreaterThan(5)
  })

  it('computes in single precision: exactly what the arithmetic gives', async () => {
    const { main } = await outputsOf(compiled(tinyHalfNetwork(), 'main'))
    expectClose(main!, expectedMain(), 1e-5)
  })

  it('the casts are gone, and so are the nodes and constants that the output does not need', () => {
    const main = compiled(tinyHalfNetwork(), 'main')
    expect(operatorsOf(main)).toEqual(['Conv', 'Mul', 'Add', 'Constant', 'Add', 'Identity'])
    const constants = within(main, GraphProto.initializer)
    expect(constants.flatMap((tensor) => textsOf(tensor, TensorProto.name)).sort()).toEqual(['kernel', 'one', 'three'])
    for (const tensor of constants) expect(intOf(tensor, TensorProto.dataType)).toBe(1n)
    expect(operatorsOf(compiled(tinyHalfNetwork(), 'side'))).toEqual(['Conv', 'Add', 'Identity'])
  })

  it('a network that is compiled already comes out the same', () => {
    const once = compiled(tinyHalfNetwork(), 'main')
    expect(Buffer.from(compiled(once, 'main')).equals(Buffer.from(once))).toBe(true)
  })

  it('the input bytes are left as they were', () => {
    const [original, copy] = [tinyHalfNetwork(), tinyHalfNetwork()]
    compiled(original, 'main')
    expect(Buffer.from(original).equals(Buffer.from(copy))).toBe(true)
  })

  it.each([DataType.float, DataType.float16])(
    'a cast that makes numbers of type %d out of whole ones stays, and makes single precision',
    async (target) => {
      const wide = toFloat32(sizeTimesInput(target))
      const casts = wide.nodes.filter((node) => node.op === 'Cast')
      expect(casts.map((cast) => intOf(attributeOf(cast, 'to')!, AttributeProto.int))).toEqual([DataType.float])
      expect((await run(wide, [1, 2, 3, 4, 5, 6], [2, 3])).y!.data).toEqual([3, 6, 9, 12, 15, 18])
    },
  )
})

/** Each number times the width of the input, which is a whole number until it is cast. */
function sizeTimesInput(target: bigint): Graph {
  const half = target === DataType.float16
  return graphOf({
    input: [2, 3],
    constants: { second: ints(1) },
    nodes: [
      op('Shape', ['x'], 'shape'),
      op('Gather', ['shape', 'second'], 'width'),
      op('Cast', ['width'], 'factor', { to: Number(target) }),
      ...(half ? [op('Cast', ['x'], 'x_half', { to: Number(DataType.float16) })] : []),
      op('Mul', [half ? 'x_half' : 'x', 'factor'], half ? 'y_half' : 'y'),
      ...(half ? [op('Cast', ['y_half'], 'y', { to: Number(DataType.float) })] : []),
    ],
    outputs: ['y'],
  })
}

describe('keepOutput', () => {
  it('an inner tensor can become the output: what came after it is gone', async () => {
    const convolution = expectedMain().map((value) => (value - 0.5) / 3)
    const inner = compiled(tinyHalfNetwork(), 'convolved')
    expect(operatorsOf(inner)).toEqual(['Conv'])
    const found = await outputsOf(inner)
    expect(Object.keys(found)).toEqual(['convolved'])
    expectClose(found.convolved!, convolution, 1e-5)
  })

  it('an unknown output is named in the error', () => {
    expect(() => keepOutput(readGraph(tinyHalfNetwork()), 'd7')).toThrow('The network has no output d7')
    expect(() => keepOutput(readGraph(tinyHalfNetwork()), 'kernel')).toThrow('The network has no output kernel')
  })

  it('the graph that was given is left as it was', () => {
    const graph = readGraph(tinyHalfNetwork())
    const before = Buffer.from(writeGraph(graph))
    keepOutput(graph, 'side')
    expect(before.equals(Buffer.from(writeGraph(graph)))).toBe(true)
  })
})

/** (convolution with the fixture's kernel, zeros outside) * 3 + 1 - 0.5, in double precision. */
function expectedMain(): number[] {
  const kernel = [1, 0.5, -2, 0.25, 3, -0.5, 0.5, 1, 0]
  const at = (x: number, y: number): number => (x < 0 || y < 0 || x >= SIDE || y >= SIDE ? 0 : input[y * SIDE + x]!)
  return Array.from(input, (_, i) => {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    const sum = kernel.reduce((total, weight, k) => total + weight * at(x + (k % 3) - 1, y + Math.floor(k / 3) - 1), 0)
    return sum * 3 + 1 - 0.5
  })
}
