/** One look of the network at a photo: a small square copy goes in, an opinion about each of its pixels comes out. */
import { clamp } from '../raster/clamp.js'
import type { Photo } from '../raster/picture.js'
import { squareCopy } from '../raster/square-copy.js'
import { fuseLooks } from './fuse-looks.js'
import type { MattingNetwork, Prediction } from './matting-network.js'

export interface Look {
  /** The copy that the network saw: RGB, as wide and high as the network's input. */
  readonly square: Uint8Array
  readonly opinion: Prediction
  /** What the network said of the upright copy, word for word. */
  readonly word: Prediction
}

// Exaggerated certainty of one look must not drown out another. Taken over from the vote of several networks.
export const MAX_LOGIT = 6

/** `mirrored`: the network sees the mirror image as well, and both opinions count. */
export async function lookAt(network: MattingNetwork, photo: Photo, mirrored: boolean): Promise<Look> {
  const square = await squareCopy(photo, network.size)
  const word = await network.predict(square)
  const first = clamped(word)
  if (!mirrored) return { square, opinion: first, word }
  const other = clamped(await network.predict(mirrorRows(square, new Uint8Array(square.length), network.size)))
  const turned = mirrorRows(other.logits, new Float32Array(other.logits.length), other.size)
  const logits = fuseLooks(first.logits, turned)
  return { square, opinion: { size: first.size, logits }, word }
}

function clamped({ size, logits }: Prediction): Prediction {
  const out = new Float32Array(logits.length)
  for (let i = 0; i < out.length; i++) out[i] = clamp(logits[i]!, -MAX_LOGIT, MAX_LOGIT)
  return { size, logits: out }
}

function mirrorRows<T extends Uint8Array | Float32Array>(pixels: T, out: T, size: number): T {
  const channels = pixels.length / (size * size)
  for (let at = 0; at < size * size; at++) {
    const x = at % size
    const from = (at - x + size - 1 - x) * channels
    for (let c = 0; c < channels; c++) out[at * channels + c] = pixels[from + c]!
  }
  return out
}
