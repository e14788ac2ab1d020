/**
 * However strong a grade is, skin stays skin: as much of its own hue comes back as asked for, and its chroma never goes
 * far beyond what skin has in a neutral photo, so it does not turn orange.
 */
import { type Canvas, lumaOf } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'

/** Distances from grey, in levels: up to the first chroma stays as it is, and it never reaches the second. */
const KNEE = 46
const MOST = 67

export function keepSkinColour({ colour }: Canvas, { skin, photo }: Scene, own: number): void {
  for (let i = 0, at = 0; i < skin.length; i++, at += 3) {
    if (skin[i]! < 0.004) continue
    const [r, g, b] = [colour[at]!, colour[at + 1]!, colour[at + 2]!]
    const luma = lumaOf(r, g, b)
    const original = lumaOf(photo[at]!, photo[at + 1]!, photo[at + 2]!)
    const mix = (graded: number, before: number): number => (graded - luma) * (1 - own) + (before - original) * own
    const [red, green, blue] = [mix(r, photo[at]!), mix(g, photo[at + 1]!), mix(b, photo[at + 2]!)]
    const chroma = Math.sqrt(red * red + green * green + blue * blue)
    const over = Math.max(0, chroma - KNEE)
    const factor = over > 0 ? (KNEE + (MOST - KNEE) * Math.tanh(over / (MOST - KNEE))) / chroma : 1
    colour[at] = r + (luma + red * factor - r) * skin[i]!
    colour[at + 1] = g + (luma + green * factor - g) * skin[i]!
    colour[at + 2] = b + (luma + blue * factor - b) * skin[i]!
  }
}
