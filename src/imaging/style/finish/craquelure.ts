/** The fine cracks of old varnish, everywhere but on faces: cracks on skin would look like wrinkles. */
import { changed, kernels } from '../../kernels/room.js'
import { hashNoise, valueNoisePlane } from '../pixels/noise.js'
import { defineStep, needed } from '../step.js'

/** Old paint cracks in some places more than in others: these are so many cells wide. */
const PLACES = 7
/** More than cells in a row, or rows of them, that lie beyond the picture. */
const BEYOND = 4

export const craquelure = defineStep(
  {
    amount: needed(0, 1),
    /** Distance of two cracks. */
    size: needed(4, 80),
  },
  ({ width, height, colour }, { skin, features, unit, seed }, { amount, size }) => {
    const cell = Math.max(4, size * unit)
    const pitch = 1 / (cell * PLACES)
    const ages = valueNoisePlane({ width, height }, { across: pitch, down: pitch }, seed + 91)
    const row = Math.ceil(width / cell) + BEYOND
    const { x, y } = scatter(row, Math.ceil((1.3 * height) / cell) + BEYOND, seed + 92)
    kernels.crackVarnish(changed(colour), ages, skin, features, width, height, x, y, row, cell, amount)
  },
)

/** A point somewhere in each cell, from the one to the left of the picture and above it. */
function scatter(row: number, rows: number, seed: number) {
  const [x, y] = [new Float32Array(row * rows), new Float32Array(row * rows)]
  for (let i = 0; i < x.length; i++) {
    const [column, line] = [(i % row) - 1, Math.floor(i / row) - 1]
    x[i] = column + hashNoise(column, line, seed)
    y[i] = line + hashNoise(column, line, seed + 1)
  }
  return { x, y }
}
