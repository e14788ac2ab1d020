/** RGB and alpha → RGBA. */
export interface InterleaveOptions {
  /** Clears the colour of fully transparent pixels, so that a removed background cannot be recovered from them. */
  readonly hideTransparent: boolean
}

export function interleave(colour: Uint8Array, alpha: Uint8Array, { hideTransparent }: InterleaveOptions): Uint8Array {
  const rgba = new Uint8Array(alpha.length * 4)
  for (let i = 0, from = 0, to = 0; i < alpha.length; i++, from += 3, to += 4) {
    const a = alpha[i]!
    if (a === 0 && hideTransparent) continue
    rgba[to] = colour[from]!
    rgba[to + 1] = colour[from + 1]!
    rgba[to + 2] = colour[from + 2]!
    rgba[to + 3] = a
  }
  return rgba
}
