/** The fine cracks of old varnish, everywhere but on faces: cracks on skin would look like wrinkles. */
import type { Size } from '../../raster/picture.js'
import { smoothstep } from '../pixels/canvas.js'
import { hashNoise, valueNoisePlane } from '../pixels/noise.js'
import { defineStep, needed } from '../step.js'

/** Cells are wider than high, and old paint cracks in some places more than in others: so many cells wide ones. */
const [WIDER, PLACES] = [1.3, 7]
/** Half the width of a crack, in pixels. */
const FINE = 0.35

export const craquelure = defineStep(
  {
    amount: needed(0, 1),
    /** Distance of two cracks. */
    size: needed(4, 80),
  },
  ({ width, height, colour }, { skin, features, unit, seed }, { amount: strength, size }) => {
    const cell = Math.max(4, size * unit)
    const pitch = 1 / (cell * PLACES)
    const ages = valueNoisePlane({ width, height }, { across: pitch, down: pitch }, seed + 91)
    const cells = { width: Math.ceil(width / cell), height: Math.ceil((height / cell) * WIDER) }
    const points = scatter(cells, seed + 92)
    const line = FINE / cell
    for (let y = 0, i = 0; y < height; y++) {
      for (let x = 0; x < width; x++, i++) {
        const aged = smoothstep(0.35, 0.75, ages[i]!)
        if (aged <= 0.02) continue
        const free = 1 - Math.max(skin[i]!, features[i]!) * 1.6
        if (free <= 0.02) continue
        const crack = 1 - smoothstep(line, line * 3.5, borderDistance(points, x / cell, (y / cell) * WIDER))
        if (crack === 0) continue
        const factor = 1 - crack * strength * aged * Math.min(1, free) * 0.6
        for (let c = i * 3; c < i * 3 + 3; c++) colour[c] = colour[c]! * factor
      }
    }
  },
)

interface Points {
  readonly x: Float32Array
  readonly y: Float32Array
  /** Of cells in a row; they begin one to the left of the picture, and one above it. */
  readonly row: number
}

/** One somewhere in each cell, also in those around the picture. */
function scatter({ width, height }: Size, seed: number): Points {
  const row = width + 2
  const [x, y] = [new Float32Array(row * (height + 2)), new Float32Array(row * (height + 2))]
  for (let i = 0; i < x.length; i++) {
    const [column, line] = [(i % row) - 1, Math.floor(i / row) - 1]
    x[i] = column + hashNoise(column, line, seed)
    y[i] = line + hashNoise(column, line, seed + 1)
  }
  return { x, y, row }
}

/** How much nearer the nearest point is than the next: small on the borders of their cells. */
function borderDistance(points: Points, x: number, y: number): number {
  const start = Math.floor(y) * points.row + Math.floor(x)
  let [first, second] = [9, 9]
  for (let top = start; top <= start + 2 * points.row; top += points.row) {
    for (let i = top; i <= top + 2; i++) {
      const dx = points.x[i]! - x
      const dy = points.y[i]! - y
      const distance = dx * dx + dy * dy
      if (distance < first) {
        second = first
        first = distance
      } else if (distance < second) second = distance
    }
  }
  return Math.sqrt(second) - Math.sqrt(first)
}
