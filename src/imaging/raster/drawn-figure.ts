/** A drawn person before a wall, where no photo is at hand: hair, face and shoulders, softly shaded. */
import { hashNoise } from './hash-noise.js'
import type { Photo } from './picture.js'

const WIDTH = 480
const HEIGHT = 600
const GRAIN = 6

/** The later ones lie over the earlier ones: centre, radii, colour. */
const PARTS: readonly (readonly [x: number, y: number, rx: number, ry: number, colour: readonly number[]])[] = [
  [240, 620, 190, 240, [52, 60, 92]],
  [240, 400, 44, 70, [206, 160, 132]],
  [240, 225, 112, 140, [62, 42, 30]],
  [240, 255, 88, 118, [222, 178, 150]],
]

export function drawnFigure(): Photo {
  const colour = new Uint8Array(WIDTH * HEIGHT * 3)
  for (let y = 0, at = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++, at += 3) {
      const wall = 176 + (28 * (HEIGHT - y)) / HEIGHT
      let pixel: readonly number[] = [wall, wall + 4, wall + 10]
      for (const [cx, cy, rx, ry, paint] of PARTS) {
        const distance = Math.hypot((x - cx) / rx, (y - cy) / ry)
        if (distance < 1) pixel = paint.map((value) => value * (1.08 - 0.3 * distance * distance))
      }
      const grain = GRAIN * (hashNoise(x, y, 1) - 0.5)
      for (let c = 0; c < 3; c++) colour[at + c] = Math.min(255, Math.round(pixel[c]! + grain))
    }
  }
  return { width: WIDTH, height: HEIGHT, colour, alpha: undefined }
}
