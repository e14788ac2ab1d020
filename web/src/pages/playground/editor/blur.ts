/** Three box passes, which approximate a Gaussian; border pixels are repeated beyond the border. */
export function blur(plane: Float32Array, width: number, height: number, sigma: number): Float32Array {
  // Three boxes of radius r have the variance r (r + 1).
  const reach = Math.max(1, Math.round((Math.sqrt(4 * sigma * sigma + 1) - 1) / 2))
  const [blurred, spare] = [plane.slice(), new Float32Array(plane.length)]
  for (let pass = 0; pass < 3; pass++) {
    boxBlur(blurred, spare, { length: width, lines: height, step: 1, next: width }, reach)
    boxBlur(spare, blurred, { length: height, lines: width, step: width, next: 1 }, reach)
  }
  return blurred
}

interface Lines {
  /** In pixels, which are `step` apart. */
  readonly length: number
  readonly step: number
  readonly lines: number
  /** From one line to the next. */
  readonly next: number
}

function boxBlur(from: Float32Array, to: Float32Array, { length, lines, step, next }: Lines, reach: number): void {
  const last = length - 1
  for (let line = 0; line < lines; line++) {
    const start = line * next
    const value = (at: number): number => from[start + Math.min(last, Math.max(0, at)) * step]!
    let sum = 0
    for (let at = -reach; at <= reach; at++) sum += value(at)
    for (let at = 0; at < length; at++) {
      to[start + at * step] = sum / (2 * reach + 1)
      sum += value(at + reach + 1) - value(at - reach)
    }
  }
}
