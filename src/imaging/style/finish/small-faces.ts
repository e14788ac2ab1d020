/**
 * Small faces keep their own drawing. No stroke, dot or hatching is fine enough for an eye of ten pixels: the medium gives
 * such a face its colours and its planes, and the photo what is finer in its features.
 */
import { type Canvas, smoothstep } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'
import { detail } from './detail.js'

/** Heights in pixels of the picture: from the first on a face has room for its medium, at the second it has none. */
const [ROOMY, TINY] = [200, 80]
/** What is finer than planes, in heights of the face, and how much clearer than in the photo it is: small pictures are soft. */
const [FINE, CLEARER] = [0.04, 1.2]

/** In place. */
export function keepSmallFaces(canvas: Canvas, scene: Scene): void {
  const share = smoothstep(ROOMY, TINY, scene.faceHeight)
  if (share > 0) detail.paint(canvas, scene, { features: CLEARER * share, hair: 0, scale: FINE })
}
