/** IEEE half precision to single precision: all 65536 values in a table, made once. */
let table: Float32Array | undefined

export function halfToFloat(bits: Uint16Array): Float32Array {
  table ??= Float32Array.from({ length: 65_536 }, (_, half) => decode(half))
  const out = new Float32Array(bits.length)
  for (let i = 0; i < bits.length; i++) out[i] = table[bits[i]!]!
  return out
}

function decode(half: number): number {
  const sign = half & 0x8000 ? -1 : 1
  const exponent = (half >> 10) & 31
  const mantissa = half & 1023
  if (exponent === 0) return sign * mantissa * 2 ** -24
  if (exponent === 31) return mantissa ? Number.NaN : sign * Number.POSITIVE_INFINITY
  return sign * (1 + mantissa / 1024) * 2 ** (exponent - 15)
}
