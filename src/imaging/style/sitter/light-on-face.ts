/** Where on the way from dark to light a face's own skin is lit, in half tone, in the shade, and shines. */
import { MESH } from '../../detect/faces/mesh.js'
import { clamp } from '../../raster/clamp.js'
import { boxAround } from '../pixels/patch.js'
import type { Scene, SceneFace } from '../scene.js'
import { pointsOf } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'

/** Brightness, 0..1: of what is lit, and where the others begin. */
export interface FaceLight {
  readonly lit: number
  readonly half: number
  readonly shade: number
  /** Of the shade itself: what no light reaches, and what is no skin any more. */
  readonly dark: number
  readonly deep: number
  readonly shine: number
}

/** Of all skin of a face, from dark to light, what is so far. */
const SHARES = { lit: 0.7, half: 0.42, shade: 0.15, shine: 0.97 }
/** And that relative to lit skin, at least and at most: in even light few shapes are shade, in hard light not all of one side. */
const LIMITS = { half: [0.8, 0.93], shade: [0.5, 0.76], shine: [1.2, 1.4] } as const
/** Relative to where shade begins. */
const BELOW_SHADE = { dark: 0.76, deep: 0.5 }
/** So many places from forehead to chin tell; and so many of them do where not enough skin is seen. */
const [LOOKS, FEW] = [100, 20]
/** What is no skin, and what is a feature. */
const [SKIN, FEATURE] = [0.6, 0.3]

/** Undefined where next to no skin is seen. */
export function skinLightOf(face: SceneFace, scene: Scene, luma: Float32Array): FaceLight | undefined {
  const { left, top, width, height } = boxAround(pointsOf(face, MESH.oval), 0, scene)
  const step = Math.max(1, Math.round(faceHeightOf(face) / LOOKS))
  const seen: number[] = []
  for (let y = top; y < top + height; y += step) {
    for (let x = left; x < left + width; x += step) {
      const i = y * scene.width + x
      if (scene.skin[i]! > SKIN && scene.features[i]! < FEATURE) seen.push(luma[i]!)
    }
  }
  if (seen.length < FEW) return undefined
  seen.sort((a, b) => a - b)
  const at = (share: number): number => seen[Math.floor(share * (seen.length - 1))]!
  const lit = at(SHARES.lit)
  const begins = (kind: keyof typeof LIMITS): number =>
    clamp(at(SHARES[kind]), LIMITS[kind][0] * lit, LIMITS[kind][1] * lit)
  const shade = begins('shade')
  const [dark, deep] = [BELOW_SHADE.dark * shade, BELOW_SHADE.deep * shade]
  return { lit, half: begins('half'), shade, dark, deep, shine: begins('shine') }
}
