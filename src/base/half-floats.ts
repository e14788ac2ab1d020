/** IEEE half precision to single precision and back. */

/** All 65536 values, made once. */
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

const INFINITY_BITS = 0x7f80_0000
/** 2^16: what rounds to it or lies beyond it is infinite. */
const TOO_LARGE = 0x4780_0000
/** 2^-14: halves below it have no leading one. */
const SUBNORMAL_BELOW = 0x3880_0000

/** To the nearest half; of two that are equally near, the even one. */
export function floatToHalf(values: Float32Array): Uint16Array {
  const bits = new Uint32Array(values.buffer, values.byteOffset, values.length)
  const out = new Uint16Array(values.length)
  for (let i = 0; i < out.length; i++) {
    const sign = (bits[i]! >>> 16) & 0x8000
    const magnitude = bits[i]! & 0x7fff_ffff
    if (magnitude > INFINITY_BITS) out[i] = 0x7e00
    else if (magnitude >= TOO_LARGE) out[i] = sign | 0x7c00
    else if (magnitude < SUBNORMAL_BELOW) out[i] = sign | toEven(Math.abs(values[i]!) * 2 ** 24)
    else out[i] = sign | ((magnitude - 0x3800_0000 + 0xfff + ((magnitude >>> 13) & 1)) >>> 13)
  }
  return out
}

function toEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below
}
