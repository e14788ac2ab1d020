/** Glowing highlights: a blurred copy of what is bright, added with screen blending. */
import { changed, hold, kernels } from '../../kernels/room.js'
import { onCells } from '../pixels/cell-grid.js'
import { amount, defineStep, share } from '../step.js'

export const glow = defineStep(
  { radius: amount(1, 80), amount: share(), threshold: share() },
  (canvas, scene, { radius = 14, amount: strength = 0.4, threshold = 0.6 }) => {
    const { width, height, colour } = canvas
    const factor = strength / (255 * (1 - threshold))
    hold({ colour: changed(colour) }, (held) => {
      onCells(canvas, radius * scene.unit, {
        gather: (cells, cell, columns) =>
          kernels.gatherBright(held.colour, threshold * 255, width, height, cell, columns, cells),
        readRow: (y, between) => kernels.screenLight(...between, factor, held.colour.at(y * width * 3)),
      })
    })
  },
)
