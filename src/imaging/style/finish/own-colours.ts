/**
 * The person's own colours at the edge of the matte, where the photo shows a mixture with the old background: what is
 * the background's is taken away as in a cut-out, so that no rim of it is left before another.
 */
import { cleanColours } from '../../matte/foreground.js'
import type { Canvas } from '../pixels/canvas.js'
import type { Scene } from '../scene.js'

export function keepOwnColours(canvas: Canvas, { width, height, subject, hasSubject }: Scene): void {
  if (!hasSubject) return
  const alpha = new Uint8Array(subject.length)
  for (let i = 0; i < alpha.length; i++) alpha[i] = subject[i]! * 255 + 0.5
  const { buffer, byteOffset, length } = canvas.colour
  cleanColours({ width, height, colour: new Uint8Array(buffer, byteOffset, length), alpha })
}
