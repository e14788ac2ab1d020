/** The network compiler: its protobuf reader and writer, its half floats, and whole graphs against the runtime. */
import fc from 'fast-check'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import { describe, expect, it } from 'vitest'
import { GraphProto, ModelProto, NodeProto, TensorProto } from '../../src/models/onnx/fields.js'
import { halfToFloat } from '../../src/models/onnx/half-floats.js'
import {
  bytesField,
  bytesOf,
  type Field,
  intField,
  intOf,
  parseMessage,
  serialiseMessage,
  textField,
  textsOf,
} from '../../src/models/onnx/protobuf.js'
import { toFloat32 } from '../../src/models/onnx/to-float32.js'
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

const graphOf = (model: Uint8Array): readonly Field[] =>
  parseMessage(bytesOf(parseMessage(model), ModelProto.graph) ?? new Uint8Array())
const within = (model: Uint8Array, number: number): (readonly Field[])[] =>
  graphOf(model)
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

describe('toFloat32', () => {
  it.each(['main', 'side'])('the compiled network has the one output %s and gives the same numbers', async (name) => {
    const original = await outputsOf(tinyHalfNetwork())
    expect(Object.keys(original)).toEqual(['main', 'side'])
    const compiled = await outputsOf(toFloat32(tinyHalfNetwork(), name))
    expect(Object.keys(compiled)).toEqual([name])
    // Half precision has 11 significant bits; values reach about 60.
    expectClose(compiled[name]!, original[name]!, 0.1)
    expect(Math.max(...compiled[name]!) - Math.min(...compiled[name]!)).toBeGreaterThan(5)
  })

  it('computes in single precision: exactly what the arithmetic gives', async () => {
    const { main } = await outputsOf(toFloat32(tinyHalfNetwork(), 'main'))
    expectClose(main!, expectedMain(), 1e-5)
  })

  it('the casts are gone, and so are the nodes and constants that the output does not need', () => {
    const compiled = toFloat32(tinyHalfNetwork(), 'main')
    expect(operatorsOf(compiled)).toEqual(['Conv', 'Mul', 'Add', 'Constant', 'Add', 'Identity'])
    const constants = within(compiled, GraphProto.initializer)
    expect(constants.flatMap((tensor) => textsOf(tensor, TensorProto.name)).sort()).toEqual(['kernel', 'one', 'three'])
    for (const tensor of constants) expect(intOf(tensor, TensorProto.dataType)).toBe(1n)
    expect(operatorsOf(toFloat32(tinyHalfNetwork(), 'side'))).toEqual(['Conv', 'Add', 'Identity'])
  })

  it('a network that is compiled already comes out the same', () => {
    const once = toFloat32(tinyHalfNetwork(), 'main')
    expect(Buffer.from(toFloat32(once, 'main')).equals(Buffer.from(once))).toBe(true)
  })

  it('the input bytes are left as they were', () => {
    const [original, copy] = [tinyHalfNetwork(), tinyHalfNetwork()]
    toFloat32(original, 'main')
    expect(Buffer.from(original).equals(Buffer.from(copy))).toBe(true)
  })

  it('an unknown output is named in the error', () => {
    expect(() => toFloat32(tinyHalfNetwork(), 'd7')).toThrow('The network has no output d7')
    // A tensor within the network is no output either.
    expect(() => toFloat32(tinyHalfNetwork(), 'convolved')).toThrow('The network has no output convolved')
  })

  it.each([
    ['an empty file', new Uint8Array()],
    ['text', Buffer.from('<html>not found</html>')],
    ['zeros', new Uint8Array(100)],
    ['a message without a graph', serialiseMessage([intField(1, 8), bytesField(2, Buffer.from('producer'))])],
  ])('%s is an error', (_name, bytes) => {
    expect(() => toFloat32(bytes, 'main')).toThrow(/ONNX|no output/)
  })

  it('a file that was cut off is an error', () => {
    const whole = tinyHalfNetwork()
    for (const share of [0.1, 0.5, 0.9]) {
      expect(() => toFloat32(whole.subarray(0, Math.floor(whole.length * share)), 'main')).toThrow(/ONNX/)
    }
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
