/** Dark clothes and hair in thinner paint than they are dark: transparent, with their folds, instead of one black slab. */
import { type Canvas, lumaPlane } from '../../pixels/canvas.js'
import type { Scene } from '../../scene.js'

/** Brightness is raised to this power at most, and by this factor at most: what is black stays the darkest. */
const [POWER, MOST] = [0.55, 3.2]
/** Black has no hue of its own: that of its noise is not to shine. */
const HUE = 0.35

/** How much lighter each of so many steps of brightness becomes, less 1. */
const STEPS = 1023
const GAINS = Float32Array.from(
  { length: STEPS + 1 },
  (_, step) => Math.min(MOST, Math.max(0.012, step / STEPS) ** (POWER - 1)) - 1,
)

/** Faces keep their tones. `amount`: 0..1. */
export function thinShadows({ colour }: Canvas, { skin, features }: Scene, amount: number): void {
  const luma = lumaPlane(colour)
  for (let i = 0, at = 0; i < luma.length; i++, at += 3) {
    const share = amount * (1 - skin[i]!) * (1 - features[i]!)
    const gain = 1 + GAINS[(luma[i]! * STEPS) | 0]! * share
    const level = 255 * luma[i]! * gain
    const hue = 1 + (HUE - 1) * share * Math.max(0, 1 - 3 * luma[i]!)
    for (let c = at; c < at + 3; c++) colour[c] = level + (colour[c]! * gain - level) * hue
  }
}
