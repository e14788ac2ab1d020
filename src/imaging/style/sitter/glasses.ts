/** Glasses as clean lines over the drawn eyes. */
import { Type } from 'typebox'
import type { Point } from '../../raster/point.js'
import { eachChannel, hexColour, type Rgb } from '../pixels/canvas.js'
import { coverStroke, paintCover } from '../pixels/cover.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex } from '../step.js'
import { faceHeightOf } from './face-regions.js'
import { frameOf } from './glasses-frame.js'
import { photoColour } from './skin-tone.js'

export const glasses = defineStep(
  {
    /** Width of the lines in thousandths of the face's height. */
    line: amount(1, 20),
    /** Default: the frame's own colour, darker. */
    colour: Type.Optional(hex()),
  },
  (canvas, scene, { line = 6, colour }) => {
    for (const face of scene.faces) {
      const size = faceHeightOf(face)
      const frame = frameOf(face, scene, Math.max(0.6, (line / 1000) * size))
      if (!frame) continue
      const pen = colour === undefined ? colourOf(frame.lenses.flat(), scene) : hexColour(colour)
      const width = Math.max(1.4, (line / 500) * size)
      for (const path of [...frame.lenses, frame.bridge, ...frame.arms])
        paintCover(
          canvas,
          coverStroke(path, scene, () => width),
          pen,
        )
    }
  },
)

/** Of the darker half of what lies under the rims: they are nowhere as wide as the line that stands for them. */
function colourOf(rims: readonly Point[], scene: Scene): Rgb {
  const found = rims.map((point) => photoColour(scene, point, 1)).toSorted((a, b) => sum(a) - sum(b))
  const dark = found.slice(0, Math.ceil(found.length / 2))
  return eachChannel((c) => (0.6 * dark.reduce((total, colour) => total + colour[c], 0)) / dark.length)
}

const sum = ([r, g, b]: Rgb): number => r + g + b
