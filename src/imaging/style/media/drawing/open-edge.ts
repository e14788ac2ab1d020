/**
 * How far a picture is worked out: heads and hands fully, clothes less and less towards the border, where the paper stays
 * open. The border of that is uneven, as a hand leaves it. Without a face, everything but the border is worked out.
 */
import { changed, hold, kernels } from '../../../kernels/room.js'
import { enlargeBilinear } from '../../../raster/bilinear.js'
import { lengthOf } from '../../../raster/point.js'
import { oncePer } from '../../once-per.js'
import { smoothstep } from '../../pixels/canvas.js'
import { cellsOf } from '../../pixels/cell-grid.js'
import { cloudNoisePlane, valueNoise } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'
import { faceHeightOf } from '../../sitter/face-regions.js'

const CELL = 4
/** It ends in strokes, not in a fog. */
const STREAKED = 0.5
const NOSE_TIP = 1
/** What is nearer to a face is worked out up to the border. */
const NEAR = 0.55

/** Arms reach to the sides: beside people only a narrow border stays open. */
const SIDES = 1.6

/** The smaller a face is in its picture, the more of the body is worked out: no figure is cut in half. */
const WHOLE = 0.1

/** So much of skin or hair is surely a head or a hand. */
const SURE = 0.5

/** 0..1 at every pixel; `open`: 0 leaves nothing open, 1 leaves only what is near the faces. */
export function workedOut(scene: Scene, open: number): Float32Array {
  // Lines and tones of a drawing leave the same open, though not as much of it.
  const left = furthestOpen(scene).map((share) => 1 - open * (1 - share))
  const worked = enlargeBilinear(left, cellsOf(scene, CELL), scene)
  kernels.raiseTo(changed(worked), headsAndHands(scene), worked.length)
  return worked
}

const headsAndHands = oncePer(({ skin, hair }: Scene): Float32Array => {
  const sure = new Float32Array(skin.length)
  hold({ sure: changed(skin, sure) }, (held) => {
    kernels.raiseTo(held.sure, hair, sure.length)
    kernels.scaleShares(held.sure, sure.length, 1 / SURE)
  })
  return sure
})

/** In cells. */
const furthestOpen = oncePer((scene: Scene): Float32Array => {
  const { width, height, unit, seed } = scene
  const plane = cellsOf(scene, CELL)
  const hills = CELL / (150 * unit)
  const out = cloudNoisePlane(plane, { across: hills, down: hills }, seed + 31)
  const streaks = valueNoise(seed + 32)
  const margin = Math.min(width, height) * 0.14
  const nearness = nearnessTo(scene)
  const sides = scene.faces.length > 0 ? SIDES : 1
  for (let row = 0, i = 0; row < plane.height; row++) {
    const y = row * CELL
    for (let column = 0; column < plane.width; column++, i++) {
      const x = column * CELL
      const strokes = streaks((x + y) / (11 * unit), (x - y) / (140 * unit))
      const uneven = (out[i]! - 0.5) * 0.6 + (strokes - 0.5) * STREAKED
      const near = nearness(x, y)
      const border = Math.min(sides * x, sides * (width - x), y * 1.6, (height - y) * 0.7) / margin
      const inside = smoothstep(0.3, 0.8, border + uneven + Math.max(0, near - NEAR) * 2.2)
      const outskirts = smoothstep(0.12, 0.4, near + uneven * 0.35)
      out[i] = inside * outskirts
    }
  }
  return out
})

/** 1 in the middle of the nearest face, 0 some face heights away; without a face, everywhere near enough. */
function nearnessTo({ faces, width, height }: Scene): (x: number, y: number) => number {
  if (faces.length === 0) return () => NEAR
  const heads = faces.map((face) => {
    const size = Math.max(faceHeightOf(face), (WHOLE * Math.min(width, height) ** 2) / faceHeightOf(face))
    return { ...face.mesh[NOSE_TIP]!, size }
  })
  return (x, y) => {
    let nearest = 0
    for (const { x: middle, y: level, size } of heads) {
      // Shoulders belong to a portrait, so it reaches further down than up.
      const down = y > level ? 2.7 : 1.9
      nearest = Math.max(nearest, 1 - lengthOf((x - middle) / (2.1 * size), (y - level) / (down * size)))
    }
    return nearest
  }
}
