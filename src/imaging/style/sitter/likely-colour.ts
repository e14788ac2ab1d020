/** Whether a colour belongs to what was seen elsewhere: to the skin of a face, or to the hair above it. */
import { lumaOf, smoothstep } from '../pixels/canvas.js'

export type Likelihood = (r: number, g: number, b: number) => number

/** How likely a colour belongs to what is in the core, 0..1: similar in hue, and not far darker or lighter. */
export function likelihoodOf(colour: Uint8Array, core: Float32Array): Likelihood | undefined {
  const luma = statistics(7 * 3)
  const blue = statistics(7)
  const red = statistics(7)
  for (let i = 0; i < core.length; i++) {
    if (core[i] === 0) continue
    const r = colour[i * 3]!
    const b = colour[i * 3 + 2]!
    const y = lumaOf(r, colour[i * 3 + 1]!, b)
    luma.add(y)
    blue.add(b - y)
    red.add(r - y)
  }
  if (luma.count() < 16) return undefined
  const [my, sy, mu, su, mv, sv] = [luma.mean(), luma.spread(), blue.mean(), blue.spread(), red.mean(), red.spread()]
  return (r, g, b) => {
    const y = lumaOf(r, g, b)
    const distance = ((y - my) / sy) ** 2 * 0.5 + ((b - y - mu) / su) ** 2 + ((r - y - mv) / sv) ** 2
    return 1 - smoothstep(1.2, 4, distance)
  }
}

/** `spread` is 1.5 times the standard deviation, which counts as at least `min`. */
function statistics(min: number) {
  let [n, sum, squares] = [0, 0, 0]
  return {
    add: (value: number): void => {
      n += 1
      sum += value
      squares += value * value
    },
    count: () => n,
    mean: () => sum / n,
    spread: () => 1.5 * Math.max(min, Math.sqrt(Math.max(0, squares / n - (sum / n) ** 2))),
  }
}
