/** Glowing highlights: a blurred copy of what is bright, added with screen blending. */
import { gatherBright, screenLight } from '../../kernels/glow.js'
import { bytesAt } from '../../kernels/memory.js'
import { cellGrid } from '../pixels/cell-grid.js'
import { amount, defineStep, share } from '../step.js'

export const glow = defineStep(
  { radius: amount(1, 80), amount: share(), threshold: share() },
  (canvas, scene, { radius = 14, amount: strength = 0.4, threshold = 0.6 }) => {
    const { width, height, colour } = canvas
    const grid = cellGrid(canvas, radius * scene.unit, { colour: colour.length })
    const { columns, cell, at } = grid
    bytesAt(at.colour, colour.length).set(colour)
    gatherBright(at.colour, threshold * 255, width, height, cell, columns, at.cells)
    grid.blur()
    const factor = strength / (255 * (1 - threshold))
    for (let y = 0; y < height; y++) {
      const { top, bottom, part } = grid.rowsAt(y)
      const row = at.colour + y * width * 3
      screenLight(top, bottom, part, columns, at.low, at.parts, width, at.line, factor, row)
    }
    colour.set(bytesAt(at.colour, colour.length))
  },
)
