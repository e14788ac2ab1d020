/**
 * A fill light on faces: deep shadows in sockets and folds are lifted before a few tones or lines are made of them, where
 * they would become black wedges. What is dark itself, as pupils, brows and beards, stays so.
 */
import { filled, floats, type Held, hold, kernels, type Region } from '../../kernels/room.js'
import { blurHeld } from '../../raster/blur.js'
import type { Size } from '../../raster/picture.js'
import { lumaOf, type Rgb } from '../pixels/canvas.js'

/** What counts as a shadow or a fold is larger than this, in heights of the face. */
const SHADOW = 0.01
/** And what is darker than its surroundings, so far, may be a feature. */
const AROUND = 0.05
/** Softness of the edges of hair, in heights of the face. */
const EDGE = 0.01
/** Skin is lifted below this share of its mean brightness. */
const DEEP = 0.82

interface Person extends Size {
  readonly faceHeight: number
}

/** In the kernels' memory. */
interface HeldPhoto {
  readonly photo: Held<Uint8Array>
  readonly luma: Held<Float32Array>
  readonly skin: Held<Float32Array>
  readonly features: Held<Float32Array>
}

/** In place, what is known of the skin as well; `amount` 1 takes all deep shadows away. */
export function fillLight(
  { photo, luma, skin, features }: HeldPhoto,
  { width, height, faceHeight }: Person,
  amount: number,
): void {
  const area = width * height
  const soften = (plane: Held<Float32Array>, sigma: number) =>
    blurHeld(plane, width, height, Math.max(1, sigma * faceHeight))
  const tone = meanColour(photo, skin, area)
  const mean = lumaOf(...tone) / 255
  const settings = Float32Array.of(...tone, mean, DEEP * mean, amount)
  hold({ grey: floats(area), coarse: floats(area), wide: floats(area) }, ({ grey, coarse, wide }) => {
    kernels.greynessOf(photo, luma, skin, area, warmthOf(tone), grey)
    // Noise in the dark is not to become specks.
    soften(grey, EDGE)
    kernels.multiplyByRest(skin, grey, area)
    coarse.copyFrom(luma, area)
    soften(coarse, SHADOW)
    wide.copyFrom(luma, area)
    soften(wide, AROUND)
    kernels.liftShadows(photo, luma, coarse, wide, skin, features, area, settings)
  })
}

export function meanColour(photo: Region, skin: Region, area: number): Rgb {
  const mean = new Float32Array(3)
  kernels.meanOfSkin(photo, skin, area, filled(mean))
  return [mean[0]!, mean[1]!, mean[2]!]
}

/** How much redder than blue a colour is, at luma 1: what is greyer than skin is hair or the frame of glasses. However dark a shade of skin is, it keeps its hue. */
export const warmthOf = (tone: Rgb): number => (tone[0] - tone[2]) / Math.max(1, lumaOf(...tone))
