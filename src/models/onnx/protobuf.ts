/**
 * Just enough of the protobuf wire format to read, edit and write ONNX files without an ONNX library. A message is a
 * flat list of fields in file order; nested messages stay bytes until they are needed.
 */
export interface Field {
  readonly number: number
  readonly wire: 0 | 1 | 2 | 5
  /** A varint for wire type 0, else the raw bytes. */
  readonly value: bigint | Uint8Array
}

export type Message = readonly Field[]

export function parseMessage(bytes: Uint8Array): Message {
  const fields: Field[] = []
  const cursor = { at: 0 }
  while (cursor.at < bytes.length) {
    const key = Number(readVarint(bytes, cursor))
    const wire = key & 7
    const number = key >>> 3
    if (wire === 0) {
      fields.push({ number, wire, value: readVarint(bytes, cursor) })
    } else if (wire === 1 || wire === 2 || wire === 5) {
      const length = wire === 2 ? Number(readVarint(bytes, cursor)) : wire === 5 ? 4 : 8
      const value = bytes.subarray(cursor.at, cursor.at + length)
      if (value.length !== length) throw new Error('The ONNX file ends within a field')
      cursor.at += length
      fields.push({ number, wire, value })
    } else {
      throw new Error(`Not an ONNX file: wire type ${wire}`)
    }
  }
  return fields
}

function readVarint(bytes: Uint8Array, cursor: { at: number }): bigint {
  let value = 0n
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = bytes[cursor.at++]
    if (byte === undefined) break
    value |= BigInt(byte & 127) << shift
    if (byte < 128) return value
  }
  throw new Error('Not an ONNX file: broken number')
}

export function serialiseMessage(message: Message): Uint8Array {
  const parts: Uint8Array[] = []
  for (const { number, wire, value } of message) {
    parts.push(varint(BigInt(number * 8 + wire))) // not shifted: large field numbers would turn negative
    if (typeof value === 'bigint') {
      parts.push(varint(value))
    } else {
      if (wire === 2) parts.push(varint(BigInt(value.length)))
      parts.push(value)
    }
  }
  return Buffer.concat(parts)
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = []
  let rest = BigInt.asUintN(64, value)
  do {
    const low = Number(rest & 127n)
    rest >>= 7n
    bytes.push(rest > 0n ? low | 128 : low)
  } while (rest > 0n)
  return Uint8Array.from(bytes)
}

export const bytesField = (number: number, value: Uint8Array): Field => ({ number, wire: 2, value })
export const textField = (number: number, text: string): Field => bytesField(number, Buffer.from(text))
export const intField = (number: number, value: bigint | number): Field => ({ number, wire: 0, value: BigInt(value) })
export function floatField(number: number, value: number): Field {
  const bytes = Buffer.alloc(4)
  bytes.writeFloatLE(value)
  return { number, wire: 5, value: bytes }
}

export function bytesOf(message: Message, number: number): Uint8Array | undefined {
  const value = message.find((field) => field.number === number)?.value
  return value instanceof Uint8Array ? value : undefined
}

export function intOf(message: Message, number: number): bigint | undefined {
  const value = message.find((field) => field.number === number)?.value
  return typeof value === 'bigint' ? value : undefined
}

export function textsOf(message: Message, number: number): string[] {
  return message.flatMap(({ number: n, value }) =>
    n === number && value instanceof Uint8Array ? [Buffer.from(value).toString()] : [],
  )
}

/** A repeated field of whole numbers, packed or one by one. */
export function numbersOf(message: Message, number: number): number[] {
  return message
    .filter((field) => field.number === number)
    .flatMap(({ value }) => (value instanceof Uint8Array ? unpack(value) : [Number(BigInt.asIntN(64, value))]))
}

function unpack(bytes: Uint8Array): number[] {
  const values: number[] = []
  const cursor = { at: 0 }
  while (cursor.at < bytes.length) values.push(Number(BigInt.asIntN(64, readVarint(bytes, cursor))))
  return values
}
