/** ONNX files: the protobuf reader and writer, half floats, and whole graphs, read and written, against the runtime. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { halfToFloat } from '../../src/base/half-floats.js'
import { GraphProto } from '../../src/models/onnx/fields.js'
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
import { floatsOf, type Graph, nested, readGraph, writeGraph } from '../../training/onnx/graph.js'
import { floats, floatValue, graphOf, noise, op, run } from '../fixtures/onnx-graph.js'

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

const tiny = (): Graph =>
  graphOf({
    input: [1, 1, 4, 4],
    constants: { kernel: floats([1, 1, 3, 3], noise(9)), three: floats([], [3]) },
    nodes: [
      op('Conv', ['x', 'kernel'], 'convolved', { pads: [1, 1, 1, 1] }),
      op('Mul', ['convolved', 'three'], 'main'),
    ],
    outputs: ['main', 'convolved'],
  })

describe('readGraph and writeGraph', () => {
  it('what is written is read back, and gives the same bytes again', () => {
    const bytes = writeGraph(tiny())
    const { nodes, constants } = readGraph(bytes)
    expect(nodes).toEqual(readGraph(writeGraph(readGraph(bytes))).nodes)
    expect(nodes.map((node) => [node.op, node.inputs, node.outputs])).toEqual([
      ['Conv', ['x', 'kernel'], ['convolved']],
      ['Mul', ['convolved', 'three'], ['main']],
    ])
    expect([...floatsOf(constants.get('kernel')!)]).toEqual([...Float32Array.from(noise(9))])
    expect(Buffer.from(writeGraph(readGraph(bytes))).equals(Buffer.from(bytes))).toBe(true)
  })

  it('the rewritten network computes the same', async () => {
    const original = await run(tiny(), noise(16, 2), [1, 1, 4, 4])
    expect(Object.keys(original)).toEqual(['main', 'convolved'])
    expect(await run(readGraph(writeGraph(tiny())), noise(16, 2), [1, 1, 4, 4])).toEqual(original)
  })

  it('descriptions of inner tensors are dropped: they would contradict what the compiler changes', () => {
    const described = { ...tiny(), rest: [nested(GraphProto.valueInfo, floatValue('convolved', [9, 9]))] }
    expect(readGraph(writeGraph(described)).rest).toEqual([])
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
    const whole = writeGraph(tiny())
    for (const share of [0.1, 0.5, 0.9]) {
      expect(() => readGraph(whole.subarray(0, Math.floor(whole.length * share)))).toThrow(/ONNX/)
    }
  })
})
