/**
 * Mosaic: each stone is what lies nearest to its middle, measured along and across its row, so that stones are nearly
 * square and fit each other. They have one colour each, are lit from the upper left, and mortar fills the joints.
 */
import { changed, kernels } from '../../../kernels/room.js'
import { clamp01 } from '../../../raster/clamp.js'
import type { Size } from '../../../raster/picture.js'
import { type Canvas, hexColour, lumaOf } from '../../pixels/canvas.js'
import { hashNoise } from '../../pixels/noise.js'
import type { Scene } from '../../scene.js'
import { sheetOf } from '../../sitter/sheet.js'
import { defineStep } from '../../step.js'
import { placeStones, type Stone } from './andamento.js'

const MORTAR = hexColour('#5f564b')
/** Width of the joints, relative to a stone. */
const JOINT = 0.16
const SATURATION = 1.08
/** How much stones differ in brightness; on skin half as much. */
const VARY = 0.16

export const tesserae = defineStep({}, (canvas, scene) => {
  const stones = placeStones(scene)
  const set = fitStones(stones, scene)
  const colours = coloursOf(canvas, scene, stones.length, set.labels)
  render(canvas, scene, stones, set, colours)
})

interface Fit {
  /** The stone at each pixel, -1 between stones. */
  readonly labels: Int32Array
  /** How far from its edge, in pixels. */
  readonly inside: Float32Array
}

/** A stone ends this many pixels outside its square, even where no other one is near. */
const MAX_GAP = 1.5

const FAR = 1e9

/** Each pixel belongs to the stone whose square is nearest. */
export function fitStones(stones: readonly Stone[], { width, height }: Size): Fit {
  const area = width * height
  const listed = Float32Array.from(stones.flatMap(({ x, y, side, dx, dy }) => [x, y, side, dx, dy]))
  const labels = new Int32Array(area).fill(-1)
  const [nearest, second] = [new Float32Array(area).fill(FAR), new Float32Array(area).fill(FAR)]
  kernels.fitStones(listed, stones.length, width, height, changed(labels), changed(nearest), changed(second))
  const inside = new Float32Array(area)
  for (let i = 0; i < area; i++) inside[i] = Math.min((second[i]! - nearest[i]!) / 2, MAX_GAP - nearest[i]!)
  return { labels, inside }
}

/** How much more than others pixels on a line count. */
const LINE_WEIGHT = 9

function coloursOf({ colour }: Canvas, scene: Scene, count: number, labels: Int32Array) {
  const { skin, seed } = scene
  const { lines } = sheetOf(scene)
  const sums = new Float32Array(count * 5)
  for (let i = 0; i < labels.length; i++) {
    if (labels[i]! < 0) continue
    const to = labels[i]! * 5
    // A stone on a line is as dark as the line, not as the mean of line and skin.
    const weight = 1 + LINE_WEIGHT * lines[i]!
    for (let c = 0; c < 3; c++) sums[to + c]! += colour[i * 3 + c]! * weight
    sums[to + 3]! += weight
    sums[to + 4]! += skin[i]! * weight
  }
  for (let stone = 0; stone < count; stone++) {
    const at = stone * 5
    const pixels = Math.max(1, sums[at + 3]!)
    const grey = lumaOf(sums[at]!, sums[at + 1]!, sums[at + 2]!) / pixels
    const calm = 1 - 0.5 * clamp01(sums[at + 4]! / pixels)
    const light = 1 + (hashNoise(stone, 3, seed) - 0.5) * 2 * VARY * calm
    for (let c = 0; c < 3; c++) sums[at + c] = (grey + (sums[at + c]! / pixels - grey) * SATURATION) * light
  }
  return sums
}

function render(
  { width, height, colour }: Canvas,
  { seed, skin, features }: Scene,
  stones: readonly Stone[],
  { labels, inside }: Fit,
  colours: Float32Array,
): void {
  // Each stone is tilted a little its own way.
  const tilts = Float32Array.from({ length: stones.length * 2 }, (_, k) => hashNoise(k >> 1, 11 + (k & 1), seed) - 0.5)
  for (let y = 0, i = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++, at += 3) {
      const stone = labels[i]!
      const grit = (hashNoise(x, y, seed) - 0.5) * 12
      if (stone < 0) {
        for (let c = 0; c < 3; c++) colour[at + c] = MORTAR[c]! + grit
        continue
      }
      const { x: mx, y: my, side } = stones[stone]!
      const depth = inside[i]! - side * JOINT * (0.5 - 0.22 * features[i]!)
      const cover = clamp01(depth + 0.5)
      const u = (x + 0.5 - mx) / side
      const v = (y + 0.5 - my) / side
      const tilt = tilts[stone * 2]! * u + tilts[stone * 2 + 1]! * v
      // Its upper left edges catch the light.
      const light = 1 + tilt * 0.22 - (u + v) * 0.14 * clamp01(1.6 - depth / (side * 0.16))
      // On the face the mortar is tinted: a net of grey would make it old.
      const tinted = Math.max(skin[i]!, features[i]!) * 0.7
      for (let c = 0; c < 3; c++) {
        const own = colours[stone * 5 + c]!
        const bed = MORTAR[c]! + (own * 0.62 - MORTAR[c]!) * tinted + grit
        colour[at + c] = bed * (1 - cover) + (own * light + grit * 0.35) * cover
      }
    }
  }
}
