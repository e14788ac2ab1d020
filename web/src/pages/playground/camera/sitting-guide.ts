/** Where the format wants the head, drawn into the picture of the camera; in its pixels. */
import type { Spec } from '../../../api/types.js'

export interface Size {
  readonly width: number
  readonly height: number
}

export interface SittingGuide {
  /** What becomes of the ID photo. */
  readonly window: Size & { readonly left: number; readonly top: number }
  /** Around head and hair. */
  readonly oval: { readonly x: number; readonly y: number; readonly rx: number; readonly ry: number }
  /** From the top. */
  readonly eyes: number
  /** From the top of the skull to the chin, which is what can be measured. */
  readonly skull: number
}

/** Some room is left around the window: nobody keeps perfectly still. */
const FILLED = 0.92
/** Of a head with its hair, relative to its height. */
const OVAL_WIDTH = 0.74
/** From the top of the head to the eyes, where the format has no rule. */
const EYES = 0.5
/** How much hair adds to the height of a head. */
const HAIR = 1.07

export function sittingGuide(spec: Spec, picture: Size): SittingGuide {
  const { width_px, height_px, target, crown, eye_line_from_bottom_ratio: eyes } = spec
  const scale = FILLED * Math.min(picture.width / width_px, picture.height / height_px)
  const [width, height] = [width_px * scale, height_px * scale]
  const [left, top] = [(picture.width - width) / 2, (picture.height - height) / 2]
  const head = target.head * height
  const eyeLine = eyes ? 1 - (eyes[0] + eyes[1]) / 2 : target.top + target.head * EYES
  return {
    window: { left, top, width, height },
    oval: {
      x: picture.width / 2,
      y: top + target.top * height + head / 2,
      rx: (head * OVAL_WIDTH) / 2,
      ry: head / 2,
    },
    eyes: top + eyeLine * height,
    skull: crown === 'hair' ? head / HAIR : head,
  }
}
