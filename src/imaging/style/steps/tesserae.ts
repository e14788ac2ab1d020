/**
 * Mosaic: each stone is what lies nearest to its middle, measured along and across its row, so that stones are nearly
 * square and fit each other. They have one colour each, are lit from the upper left, and mortar fills the joints.
 */
import { Type } from 'typebox'
import { clamp01 } from '../../raster/clamp.js'
import { type Canvas, hexColour, lumaOf } from '../canvas.js'
import { coverPolygon, coverStroke, paintCover } from '../cover.js'
import { outlineOf } from '../faces/face-outline.js'
import { paintEyes } from '../faces/paint-eye.js'
import { hashNoise } from '../noise.js'
import { placeStones, type Stone } from '../pieces/andamento.js'
import type { Scene } from '../scene.js'
import { amount, defineStep, hex, share } from '../step.js'

export const tesserae = defineStep(
  {
    mortar: Type.Optional(hex()),
    /** Width of the joints, relative to a stone. */
    joint: share(),
    saturation: amount(0, 3),
    /** How much stones differ in brightness; on skin half as much. */
    vary: share(),
  },
  (canvas, scene, { mortar = '#5f564b', joint = 0.16, saturation = 1.08, vary = 0.16 }) => {
    for (const { eyes, brows, mouthLine, isMouthOpen } of scene.faces.map(outlineOf)) {
      for (const brow of brows) paintCover(canvas, coverPolygon(brow, canvas), [40, 28, 24], 0.45)
      if (!isMouthOpen)
        paintCover(
          canvas,
          coverStroke(mouthLine, canvas, () => scene.faceHeight * 0.014),
          [70, 26, 26],
          0.6,
        )
      paintEyes(canvas, scene, eyes, { lash: [24, 18, 20], line: 0.14 })
    }
    const stones = placeStones(scene)
    const set = fitStones(stones, scene)
    const colours = coloursOf(canvas, scene, stones.length, set.labels, saturation, vary)
    render(canvas, scene, stones, set, colours, hexColour(mortar), joint)
  },
)

interface Fit {
  /** The stone at each pixel, -1 between stones. */
  readonly labels: Int32Array
  /** How far from its edge, in pixels. */
  readonly inside: Float32Array
}

/** A stone ends this many pixels outside its square, even where no other one is near. */
const MAX_GAP = 1.5

/** The larger of the distances along and across the row: its circles are squares. */
function fitStones(stones: readonly Stone[], { width, height }: Scene): Fit {
  const labels = new Int32Array(width * height).fill(-1)
  const best = new Float32Array(width * height).fill(1e9)
  const second = new Float32Array(width * height).fill(1e9)
  for (const [index, { x, y, side, dx, dy }] of stones.entries()) {
    const reach = side * 1.15
    const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(height - 1, Math.ceil(y + reach))]
    const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(width - 1, Math.ceil(x + reach))]
    for (let py = top; py <= bottom; py++) {
      for (let px = left; px <= right; px++) {
        const [ox, oy] = [px + 0.5 - x, py + 0.5 - y]
        const u = Math.abs(ox * dx + oy * dy)
        const v = Math.abs(oy * dx - ox * dy)
        const distance = (u > v ? u : v) - side * 0.5
        const i = py * width + px
        if (distance < best[i]!) {
          second[i] = best[i]!
          best[i] = distance
          labels[i] = index
        } else if (distance < second[i]!) second[i] = distance
      }
    }
  }
  for (let i = 0; i < best.length; i++) best[i] = Math.min((second[i]! - best[i]!) / 2, MAX_GAP - best[i]!)
  return { labels, inside: best }
}

function coloursOf(
  { colour }: Canvas,
  { skin, seed }: Scene,
  count: number,
  labels: Int32Array,
  saturation: number,
  vary: number,
) {
  const sums = new Float32Array(count * 5)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i]! < 0) continue
    const to = labels[i]! * 5
    for (let c = 0; c < 3; c++) sums[to + c]! += colour[i * 3 + c]!
    sums[to + 3]! += 1
    sums[to + 4]! += skin[i]!
  }
  for (let stone = 0; stone < count; stone++) {
    const at = stone * 5
    const pixels = Math.max(1, sums[at + 3]!)
    const grey = lumaOf(sums[at]!, sums[at + 1]!, sums[at + 2]!) / pixels
    const calm = 1 - 0.5 * clamp01(sums[at + 4]! / pixels)
    const light = 1 + (hashNoise(stone, 3, seed) - 0.5) * 2 * vary * calm
    for (let c = 0; c < 3; c++) sums[at + c] = (grey + (sums[at + c]! / pixels - grey) * saturation) * light
  }
  return sums
}

function render(
  { width, height, colour }: Canvas,
  { seed, skin, features }: Scene,
  stones: readonly Stone[],
  { labels, inside }: Fit,
  colours: Float32Array,
  mortar: readonly number[],
  joint: number,
): void {
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const stone = labels[i]!
      let cover = 0
      let light = 0
      if (stone >= 0) {
        const { x: mx, y: my, side } = stones[stone]!
        const depth = inside[i]! - side * joint * (0.5 - 0.22 * features[i]!)
        cover = clamp01(depth + 0.5)
        const [u, v] = [(x + 0.5 - mx) / side, (y + 0.5 - my) / side]
        // Each stone is tilted a little its own way, and its upper left edges catch the light.
        const tilt = (hashNoise(stone, 11, seed) - 0.5) * u + (hashNoise(stone, 12, seed) - 0.5) * v
        light = tilt * 0.22 - (u + v) * 0.14 * clamp01(1.6 - depth / (side * 0.16))
      }
      const grit = (hashNoise(x, y, seed) - 0.5) * 12
      // On the face the mortar is tinted: a net of grey would make it old.
      const tinted = stone >= 0 ? Math.max(skin[i]!, features[i]!) * 0.7 : 0
      for (let c = 0; c < 3; c++) {
        const own = stone >= 0 ? colours[stone * 5 + c]! : 0
        const bed = mortar[c]! + (own * 0.62 - mortar[c]!) * tinted + grit
        colour[i * 3 + c] = bed * (1 - cover) + (own * (1 + light) + grit * 0.35) * cover
      }
    }
  }
}
