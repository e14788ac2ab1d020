/** A file within a number of bytes, by the quality of its encoder. */

export type EncodeAt = (quality: number) => Promise<Buffer>

/** The best quality between the two whose file fits, by bisection; undefined when even the worst does not. */
export async function largestThatFits(
  encode: EncodeAt,
  worst: number,
  best: number,
  max: number,
): Promise<Buffer | undefined> {
  let fitting: Buffer | undefined
  let [low, high] = [worst, best]
  // The best is tried first, because most limits do not matter.
  for (let quality = best; low <= high; quality = Math.floor((low + high) / 2)) {
    const file = await encode(quality)
    if (file.length <= max) {
      fitting = file
      low = quality + 1
    } else {
      high = quality - 1
    }
  }
  return fitting
}
