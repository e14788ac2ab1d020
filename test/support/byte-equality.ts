/** Pictures are compared as bytes: element by element, as Vitest does it, takes longer than to make them. */
import { expect } from 'vitest'

const isView = (value: unknown): value is NodeJS.ArrayBufferView => ArrayBuffer.isView(value)
const bytesOf = ({ buffer, byteOffset, byteLength }: NodeJS.ArrayBufferView): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength)

expect.addEqualityTesters([
  (one, other) => {
    if (!isView(one) || !isView(other) || one.constructor !== other.constructor) return undefined
    // Floats have more than one NaN, and two zeros: only bytes that are equal say enough.
    return bytesOf(one).equals(bytesOf(other)) || undefined
  },
])
