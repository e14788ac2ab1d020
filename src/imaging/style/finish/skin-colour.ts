/**
 * However strong a grade is, skin stays skin: as much of its own hue comes back as asked for, and its chroma never goes
 * far beyond what skin has in a neutral photo, so it does not turn orange.
 */
import { type Canvas, lumaOf } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'

/** The most chroma of skin, as a distance from grey in levels; a sitter who has more in the photo keeps it. */
const MOST = 67
/** Chroma is held back from this share of the most on. */
const KNEE = 0.7

export function keepSkinColour({ colour }: Canvas, { skin, photo }: Scene, own: number): void {
  for (let i = 0, at = 0; i < skin.length; i++, at += 3) {
    if (skin[i]! < 0.004) continue
    const r = colour[at]!
    const g = colour[at + 1]!
    const b = colour[at + 2]!
    const luma = lumaOf(r, g, b)
    const original = lumaOf(photo[at]!, photo[at + 1]!, photo[at + 2]!)
    const ownRed = photo[at]! - original
    const ownGreen = photo[at + 1]! - original
    const ownBlue = photo[at + 2]! - original
    const red = (r - luma) * (1 - own) + ownRed * own
    const green = (g - luma) * (1 - own) + ownGreen * own
    const blue = (b - luma) * (1 - own) + ownBlue * own
    const chroma = lengthOf3(red, green, blue)
    const most = Math.max(MOST, 1.15 * lengthOf3(ownRed, ownGreen, ownBlue))
    const free = KNEE * most
    const rest = most - free
    const factor = chroma > free ? (free + rest * Math.tanh((chroma - free) / rest)) / chroma : 1
    colour[at] = r + (luma + red * factor - r) * skin[i]!
    colour[at + 1] = g + (luma + green * factor - g) * skin[i]!
    colour[at + 2] = b + (luma + blue * factor - b) * skin[i]!
  }
}

const lengthOf3 = (x: number, y: number, z: number): number => Math.sqrt(x * x + y * y + z * z)
