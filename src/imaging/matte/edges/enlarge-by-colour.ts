/**
 * Alpha of a reduced photo at the size of the photo itself: between four reduced pixels, each counts the more the nearer
 * it is and the more its colour is that of the pixel (joint bilateral upsampling, Kopf et al.). Edges stay as sharp as the
 * photo has them.
 */
import type { Cutout, Photo } from '../../raster/picture.js'
import { tapsFor } from '../../raster/taps.js'

/** Squared distance of colours below which they are the same but for noise. */
const NOISE = 3 * 6 * 6

export function enlargeByColour(small: Cutout, { width, height, colour }: Photo): Uint8Array {
  const across = tapsFor(width, small.width)
  const down = tapsFor(height, small.height)
  const out = new Uint8Array(width * height)
  for (let y = 0; y < height; y++) {
    const [top, bottom, v] = [down.low[y]! * small.width, down.high[y]! * small.width, down.part[y]!]
    for (let x = 0; x < width; x++) {
      const [low, high, u] = [across.low[x]!, across.high[x]!, across.part[x]!]
      const [a, b, c, d] = [top + low, top + high, bottom + low, bottom + high]
      const alpha = small.alpha[a]!
      const at = y * width + x
      if (alpha === small.alpha[b] && alpha === small.alpha[c] && alpha === small.alpha[d]) {
        out[at] = alpha
        continue
      }
      const wa = (1 - u) * (1 - v) * likeness(colour, at, small.colour, a)
      const wb = u * (1 - v) * likeness(colour, at, small.colour, b)
      const wc = (1 - u) * v * likeness(colour, at, small.colour, c)
      const wd = u * v * likeness(colour, at, small.colour, d)
      const sum = wa * alpha + wb * small.alpha[b]! + wc * small.alpha[c]! + wd * small.alpha[d]!
      out[at] = sum / (wa + wb + wc + wd) + 0.5
    }
  }
  return out
}

function likeness(one: Uint8Array, i: number, other: Uint8Array, j: number): number {
  const r = one[i * 3]! - other[j * 3]!
  const g = one[i * 3 + 1]! - other[j * 3 + 1]!
  const b = one[i * 3 + 2]! - other[j * 3 + 2]!
  const apart = NOISE + r * r + g * g + b * b
  return 1 / (apart * apart)
}
