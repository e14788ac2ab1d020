/** Mountains in mist above a forest of firs, composed around a head: peaks beside the eyes, trees on the shoulders. */

import { MESH } from '../../detect/faces/mesh.js'
import { type Canvas, hexColour, type Rgb, smoothstep } from '../pixels/canvas.js'
import { gradientAt } from '../pixels/colours.js'
import { hashNoise, valueNoise } from '../pixels/noise.js'
import type { Scene } from '../scene.js'

const SKY: readonly Rgb[] = ['#1c3246', '#3e6375', '#86a5a6', '#f0cfa6'].map(hexColour)
const MIST: Rgb = hexColour('#cfd8d3')
const MOUNTAINS = ['#6f8d98', '#456774', '#2f4f59'].map(hexColour)
const FORESTS = ['#3f6660', '#21453f', '#0d2524'].map(hexColour)
/** Where the crest of each layer lies, in heights of the face below the forehead, and how deep its mist reaches. */
const MOUNTAIN_CRESTS = [-0.3, 0.05, 0.5]
const FOREST_CRESTS = [1.08, 1.36, 1.74]

/** The landscape is so many of its sizes high, from the forehead down. */
const FIGURE = 2.7

const lowestOf = (cover: Float32Array, width: number): number => cover.findLastIndex((value) => value > 0.5) / width

/** Only where it is seen: `cover` is 0 elsewhere. */
export function paintLandscape(scene: Scene, cover: Float32Array): Canvas {
  const { width, height, faces, faceHeight, seed } = scene
  const face = faceHeight || height * 0.4
  const forehead = (faces[0]?.mesh[MESH.chin]?.y ?? height * 0.62) - face
  // A whole figure holds a larger landscape than a bust, so that its forest reaches the feet.
  const size = Math.max(face, (lowestOf(cover, width) - forehead) / FIGURE)
  const colour = new Uint8ClampedArray(width * height * 3)
  const crests = MOUNTAIN_CRESTS.map((crest, k) =>
    Float32Array.from({ length: width }, (_, x) => forehead + (crest + ridge(x / size, k, seed)) * size),
  )
  const forests = FOREST_CRESTS.map((crest, k) =>
    plantFirs(width, forehead + crest * size, size * (0.16 + 0.07 * k), seed + 40 * k),
  )
  const sky = new Float32Array(3)
  for (let y = 0, i = 0; y < height; y++) {
    gradientAt(sky, SKY, (y - forehead + 0.75 * size) / (1.3 * size))
    for (let x = 0; x < width; x++, i++) {
      if (cover[i] === 0) continue
      const at = i * 3
      // The nearest layer hides all others.
      let k = forests.length - 1
      let fir = firCrest(x, y, forests[k]!)
      while (fir < 0 && k > 0) fir = firCrest(x, y, forests[--k]!)
      if (fir >= 0) {
        layer(colour, at, FORESTS[k]!, (fir / size) * (k === 2 ? 0.6 : 2.2))
        continue
      }
      k = crests.length - 1
      while (k >= 0 && y <= crests[k]![x]!) k--
      if (k >= 0) layer(colour, at, MOUNTAINS[k]!, (y - crests[k]![x]!) / (0.75 * size))
      else for (let c = 0; c < 3; c++) colour[at + c] = sky[c]!
    }
  }
  return { width, height, colour }
}

/** Dark at the crest, lost in mist below it. */
function layer(colour: Uint8ClampedArray, at: number, tone: Rgb, depth: number): void {
  const mist = smoothstep(0.1, 1, depth) * 0.85
  colour[at] = tone[0] + (MIST[0] - tone[0]) * mist
  colour[at + 1] = tone[1] + (MIST[1] - tone[1]) * mist
  colour[at + 2] = tone[2] + (MIST[2] - tone[2]) * mist
}

/** Sharp crests: noise folded at its middle, on three scales. */
function ridge(x: number, layerIndex: number, seed: number): number {
  let [sum, share, scale] = [0, 0.42, 1.3 + 0.5 * layerIndex]
  for (let octave = 0; octave < 4; octave++) {
    const wave = valueNoise(x * scale + 17.3 * layerIndex, 5 + octave, seed + layerIndex)
    sum += (Math.abs(wave - 0.5) * 2 - 0.4) * share
    share *= 0.48
    scale *= 2.3
  }
  return sum * 0.62
}

/** A row of trees, from two to the left of the picture to two to its right. */
interface Firs {
  readonly base: number
  readonly tall: number
  readonly pitch: number
  readonly middles: Float64Array
  readonly heights: Float64Array
}

/** How many trees to either side of its own one a place can lie in. */
const REACH = 2

function plantFirs(width: number, base: number, tall: number, seed: number): Firs {
  const pitch = tall * 0.36
  const length = Math.floor(width / pitch) + 1 + 2 * REACH
  const middles = Float64Array.from(
    { length },
    (_, k) => (k - REACH + 0.2 + 0.6 * hashNoise(k - REACH, 1, seed)) * pitch,
  )
  const heights = Float64Array.from({ length }, (_, k) => tall * (0.7 + 0.75 * hashNoise(k - REACH, 2, seed)))
  return { base, tall, pitch, middles, heights }
}

/** How far below the tops of the firs a place among them lies; -1 above and between them. */
function firCrest(x: number, y: number, { base, tall, pitch, middles, heights }: Firs): number {
  const below = y - (base - tall)
  if (y < base - tall * 2) return -1
  if (y > base + tall * 0.5) return below
  const own = Math.floor(x / pitch)
  for (let k = own; k <= own + 2 * REACH; k++) {
    const height = heights[k]!
    const down = y - (base + tall * 0.4 - height)
    if (down < 0) continue
    // Branches: the outline steps back at every whorl.
    const whorl = (down / height) * 9
    const reach = down * 0.2 * (0.62 + 0.55 * (whorl - Math.floor(whorl)))
    if (Math.abs(x - middles[k]!) < reach + tall * 0.008) return Math.max(0, below)
  }
  return -1
}
