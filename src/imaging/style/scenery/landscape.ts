/** Mountains in mist above a forest of firs, composed around a head: peaks beside the eyes, trees on the shoulders. */

import { MESH } from '../../detect/faces/mesh.js'
import { type Canvas, hexColour, type Rgb, smoothstep } from '../canvas.js'
import { gradientAt } from '../colours.js'
import { hashNoise, valueNoise } from '../noise.js'
import type { Scene } from '../scene.js'

const SKY: readonly Rgb[] = ['#1c3246', '#3e6375', '#86a5a6', '#f0cfa6'].map(hexColour)
const MIST: Rgb = hexColour('#cfd8d3')
const MOUNTAINS = ['#6f8d98', '#456774', '#2f4f59'].map(hexColour)
const FORESTS = ['#3f6660', '#21453f', '#0d2524'].map(hexColour)
/** Where the crest of each layer lies, in heights of the face below the forehead, and how deep its mist reaches. */
const MOUNTAIN_CRESTS = [-0.3, 0.05, 0.5]
const FOREST_CRESTS = [0.95, 1.25, 1.65]

export function paintLandscape(scene: Scene): Canvas {
  const { width, height, faces, faceHeight, seed } = scene
  const size = faceHeight || height * 0.4
  const forehead = (faces[0]?.mesh[MESH.chin]?.y ?? height * 0.62) - size
  const colour = new Uint8ClampedArray(width * height * 3)
  const column = new Float32Array(3)
  for (let x = 0; x < width; x++) {
    const crests = MOUNTAIN_CRESTS.map((crest, k) => forehead + (crest + ridge(x / size, k, seed)) * size)
    const forests = FOREST_CRESTS.map((crest, k) =>
      firsNear(x, forehead + crest * size, size * (0.16 + 0.07 * k), seed + 40 * k),
    )
    for (let y = 0; y < height; y++) {
      gradientAt(column, SKY, (y - forehead + 0.75 * size) / (1.3 * size))
      for (let k = 0; k < crests.length; k++) {
        if (y > crests[k]!) layer(column, MOUNTAINS[k]!, (y - crests[k]!) / (0.75 * size))
      }
      for (let k = 0; k < forests.length; k++) {
        const fir = firCrest(x, y, forests[k]!)
        if (fir >= 0) layer(column, FORESTS[k]!, (fir / size) * (k === 2 ? 0.5 : 1.6))
      }
      const at = (y * width + x) * 3
      for (let c = 0; c < 3; c++) colour[at + c] = column[c]!
    }
  }
  return { width, height, colour }
}

/** Dark at the crest, lost in mist below it. */
function layer(to: Float32Array, tone: Rgb, depth: number): void {
  const mist = smoothstep(0.1, 1, depth) * 0.85
  for (let c = 0; c < 3; c++) to[c] = tone[c]! + (MIST[c]! - tone[c]!) * mist
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

interface Firs {
  readonly base: number
  readonly tall: number
  readonly trees: readonly { readonly middle: number; readonly height: number }[]
}

/** The firs of one row that can reach a column of the picture. */
function firsNear(x: number, base: number, tall: number, seed: number): Firs {
  const pitch = tall * 0.36
  const own = Math.floor(x / pitch)
  const trees = [-2, -1, 0, 1, 2].map((off) => ({
    middle: (own + off + 0.2 + 0.6 * hashNoise(own + off, 1, seed)) * pitch,
    height: tall * (0.7 + 0.75 * hashNoise(own + off, 2, seed)),
  }))
  return { base, tall, trees }
}

/** How far below the tops of the firs a place lies; -1 above them. */
function firCrest(x: number, y: number, { base, tall, trees }: Firs): number {
  if (y < base - tall * 2) return -1
  let best = y > base + tall * 0.5 ? y - base : -1
  for (let k = 0; k < trees.length; k++) {
    const { middle, height } = trees[k]!
    const down = y - (base + tall * 0.4 - height)
    if (down < 0 || down > height * 1.3) continue
    // Branches: the outline steps back at every whorl.
    const whorl = (down / height) * 9
    const reach = down * 0.2 * (0.62 + 0.55 * (whorl - Math.floor(whorl)))
    if (Math.abs(x - middle) < reach + tall * 0.008) best = Math.max(best, down * 0.35)
  }
  return best
}
