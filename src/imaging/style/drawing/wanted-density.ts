/** How much pigment a drawing needs where: by the tones of the picture, as far as it is worked out. */
import { blur } from '../../raster/blur.js'
import { clamp } from '../../raster/clamp.js'
import { smoothstep } from '../canvas.js'
import { cloudNoise } from '../noise.js'
import type { Scene } from '../scene.js'

export interface Tonality {
  /** Maps the photo's brightness 0..1 to this range, equally for everybody. */
  readonly range: readonly [number, number]
  /** Brightness of the paper, and of what is fully covered. */
  readonly paper: number
  readonly pen: number
  /** Density of the loose patch behind the subject. */
  readonly behind: number
  readonly worked: Float32Array
}

/** No paper is ever covered completely. */
const FULL = 0.95

export function wantedDensity(luma: Float32Array, scene: Scene, tonality: Tonality): Float32Array {
  const { range, paper, pen, worked } = tonality
  const wanted = new Float32Array(luma.length)
  for (let i = 0; i < luma.length; i++) {
    const target = range[0] + (range[1] - range[0]) * luma[i]!
    const covered = clamp((paper - target) / (paper - pen), 0, FULL)
    wanted[i] = -Math.log(1 - covered) * scene.subject[i]! * worked[i]!
  }
  if (tonality.behind > 0 && scene.hasSubject) addPatch(wanted, scene, tonality)
  return wanted
}

/** Beside the head, on the side where the light does not come from, so that the lit side stands on white. */
function addPatch(wanted: Float32Array, scene: Scene, { behind }: Tonality): void {
  const { width, height, subject, unit, seed } = scene
  const near = blur(subject, width, height, Math.max(8, scene.faceHeight * 0.16))
  const shadowLeft = isDarkerOnLeft(scene)
  const scale = 1 / (120 * unit)
  for (let y = 0, i = 0; y < height; y++) {
    const down = 1 - smoothstep(0.3, 0.85, y / height)
    for (let x = 0; x < width; x++, i++) {
      const bare = 1 - subject[i]!
      if (bare < 0.02 || near[i]! < 0.02) continue
      const side = smoothstep(0.35, 0.6, shadowLeft ? 1 - x / width : x / width)
      const patch = smoothstep(0.05, 0.45, near[i]! + (cloudNoise(x * scale, y * scale, seed + 33) - 0.5) * 0.3)
      wanted[i]! += behind * bare * patch * (0.12 + 0.88 * side * down)
    }
  }
}

function isDarkerOnLeft({ faces, luma, skin, width, height }: Scene): boolean {
  const middle = faces[0]?.mesh[1]?.x ?? width / 2
  const sums = [0, 0, 1e-6, 1e-6] as [number, number, number, number]
  for (let y = 0; y < height; y += 3) {
    for (let x = 0; x < width; x += 3) {
      const i = y * width + x
      const side = x < middle ? 0 : 1
      sums[side]! += luma[i]! * skin[i]!
      sums[side + 2]! += skin[i]!
    }
  }
  return sums[0] / sums[2] < sums[1] / sums[3]
}
