/** Plain comparisons, because these run once per pixel. */
export const clamp = (value: number, min: number, max: number): number =>
  value < min ? min : value > max ? max : value

export const clamp01 = (value: number): number => (value < 0 ? 0 : value > 1 ? 1 : value)
