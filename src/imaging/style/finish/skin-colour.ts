/**
 * However strong a grade is, skin stays skin: as much of its own hue comes back as asked for, and its chroma never goes
 * far beyond what skin has in a neutral photo, so it does not turn orange.
 */
import { changed, kernels } from '../../kernels/room.js'
import type { Canvas } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'

/** The most chroma of skin, as a distance from grey in levels; a sitter who has more in the photo keeps it. */
const MOST = 67
/** Chroma is held back from this share of the most on. */
const KNEE = 0.7

export function keepSkinColour({ colour }: Canvas, { skin, photo }: Scene, own: number): void {
  kernels.keepSkinColours(changed(colour), photo, skin, skin.length, own, MOST, KNEE)
}
