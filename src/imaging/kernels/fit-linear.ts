/** The fit of the guided filter over a whole square; see kernels/fit-linear.ts. */
import { type Address, bytesAt, floatsAt, kernel, reserve } from './memory.js'

type FitLinear = (
  rgb: Address,
  matte: Address,
  size: number,
  radius: number,
  epsilon: number,
  fits: Address,
  columns: Address,
  lines: Address,
) => void

const fitLinear = kernel<FitLinear>('fitLinear')

/** The kernel's sums have 32 bits: larger windows would overflow them. */
const MAX_RADIUS = 80

/** r, g, b and offset per cell, interleaved. */
export function fittedLinear(
  rgb: Uint8Array,
  matte: Uint8Array,
  size: number,
  radius: number,
  epsilon: number,
): Float32Array {
  if (radius > MAX_RADIUS) throw new RangeError(`The radius may be at most ${MAX_RADIUS} (got ${radius})`)
  const area = size * size
  const at = reserve({
    rgb: area * 3,
    matte: area,
    fits: area * 16,
    columns: size * 64,
    lines: size * 16 * (radius + 1),
  })
  bytesAt(at.rgb, rgb.length).set(rgb)
  bytesAt(at.matte, matte.length).set(matte)
  fitLinear(at.rgb, at.matte, size, radius, epsilon, at.fits, at.columns, at.lines)
  return floatsAt(at.fits, area * 4).slice()
}
