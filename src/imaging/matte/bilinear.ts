/** Bilinear enlargement of a square plane, pixel centres at half coordinates, edges repeated. */
export function enlargeBilinear(plane: Float32Array, from: number, to: number): Float32Array {
  const out = new Float32Array(to * to)
  const scale = from / to
  const taps = Array.from({ length: to }, (_, i) => {
    const at = Math.min(from - 1, Math.max(0, (i + 0.5) * scale - 0.5))
    const low = Math.floor(at)
    return { low, high: Math.min(from - 1, low + 1), part: at - low }
  })
  for (let y = 0; y < to; y++) {
    const vertical = taps[y]!
    const top = vertical.low * from
    const bottom = vertical.high * from
    for (let x = 0; x < to; x++) {
      const { low, high, part } = taps[x]!
      const above = plane[top + low]! + (plane[top + high]! - plane[top + low]!) * part
      const below = plane[bottom + low]! + (plane[bottom + high]! - plane[bottom + low]!) * part
      out[y * to + x] = above + (below - above) * vertical.part
    }
  }
  return out
}
