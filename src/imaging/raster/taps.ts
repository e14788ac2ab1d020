/** For each pixel of a line: the two pixels of a source line, covering the same stretch, between which it lies. */
export interface Taps {
  readonly low: Int32Array
  readonly high: Int32Array
  /** 0: at `low`, 1: at `high`. */
  readonly part: Float32Array
}

/**
 * Pixel centres at half coordinates, ends repeated. `reach`: how many pixels of the line the source covers, when that
 * is more than its length.
 */
export function tapsFor(length: number, sourceLength: number, reach = length): Taps {
  const low = new Int32Array(length)
  const high = new Int32Array(length)
  const part = new Float32Array(length)
  for (let i = 0; i < length; i++) {
    const at = Math.min(sourceLength - 1, Math.max(0, ((i + 0.5) * sourceLength) / reach - 0.5))
    low[i] = Math.floor(at)
    high[i] = Math.min(sourceLength - 1, low[i]! + 1)
    part[i] = at - low[i]!
  }
  return { low, high, part }
}
