/** The lines with which a face and a person are drawn, each with its width in heights of the face. */
import { blur } from '../../../raster/blur.js'
import type { Point } from '../../../raster/point.js'
import { smoothstep } from '../../pixels/canvas.js'
import type { Scene, SceneFace } from '../../scene.js'
import { outlineOf } from '../../sitter/face-outline.js'

export interface Contour {
  readonly part: 'eye' | 'brow' | 'nose' | 'lips' | 'jaw'
  readonly points: readonly Point[]
  readonly width: number
}

export function contoursOf(face: SceneFace): Contour[] {
  const { oval, eyes, brows, nose, upperLip, lowerLip, mouthLine, isMouthOpen } = outlineOf(face)
  const edges = (count: number, outline: readonly Point[]): Point[] => outline.slice(0, count)
  return [
    // From ear to ear below the chin.
    { part: 'jaw', points: oval.slice(9, 28), width: 0.012 },
    ...brows.map((brow): Contour => ({ part: 'brow', points: edges(5, brow), width: 0.02 })),
    { part: 'nose', points: nose.slice(1, -1), width: 0.011 },
    { part: 'lips', points: edges(11, upperLip), width: 0.008 },
    { part: 'lips', points: lowerLip.slice(11).toReversed(), width: 0.009 },
    // Lips that are apart have teeth between them, and no line.
    ...(isMouthOpen
      ? [upperLip.slice(11).toReversed(), lowerLip.slice(0, 11)].map(
          (points): Contour => ({ part: 'lips', points, width: 0.006 }),
        )
      : [{ part: 'lips', points: mouthLine, width: 0.012 } as const]),
    ...eyes.flatMap(({ upper, lower }): Contour[] => [
      { part: 'eye', points: upper, width: 0.017 },
      { part: 'eye', points: lower.slice(1, -1), width: 0.006 },
    ]),
  ]
}

/** A line around the person, 0..1 per pixel; none where no person stands out. */
export function silhouetteOf({ subject, hasSubject, width, height }: Scene, thickness: number): Float32Array {
  if (!hasSubject) return new Float32Array(subject.length)
  const soft = blur(subject, width, height, Math.max(0.7, thickness * 0.8))
  for (let i = 0; i < soft.length; i++) soft[i] = smoothstep(0.35, 0.7, 1 - Math.abs(2 * soft[i]! - 1))
  return soft
}
