/**
 * Where hair (or a hat) really is. The scene's plane of hair knows only what is near a face and no skin; below the
 * cheeks that may be collars and shoulders. So there it counts only for long hair: hair that is seen beside the cheeks.
 */
import { MESH } from '../detect/faces/mesh.js'
import { smoothstep } from './canvas.js'
import { NOSE } from './face-parts.js'
import { faceHeightOf } from './face-regions.js'
import type { Scene, SceneFace } from './scene.js'

/** Of a strip beside the cheeks, in heights of the face, this share is covered by hair that is long. */
const STRIP = 0.22
const LONG = [0.3, 0.55] as const

export function hairCover(scene: Scene): Float32Array {
  const { width, height, hair, subject } = scene
  const ends = scene.faces.map((face) => ({ face, long: isLong(face, scene) }))
  const out = new Float32Array(width * height)
  for (let y = 0, i = 0; y < height; y++) {
    for (let x = 0; x < width; x++, i++) {
      const value = smoothstep(0.3, 0.6, hair[i]!) * subject[i]!
      if (value < 0.004) continue
      const end = endAt(ends, x)
      out[i] = value * (1 - smoothstep(end - 0.06 * scene.faceHeight, end, y))
    }
  }
  return out
}

/** The height at which hair ends at a column: that of the nearest face. */
function endAt(ends: readonly { face: SceneFace; long: number }[], x: number): number {
  let [best, end] = [Number.POSITIVE_INFINITY, 0]
  for (const { face, long } of ends) {
    const [nose, chin] = [face.mesh[NOSE.base]!, face.mesh[MESH.chin]!]
    const distance = Math.abs(x - nose.x)
    if (distance >= best) continue
    best = distance
    end = nose.y + long * (chin.y - nose.y + faceHeightOf(face))
  }
  return end
}

/** 0..1: by the side that has more of it. */
function isLong(face: SceneFace, { width, height, hair }: Scene): number {
  const { mesh } = face
  const size = faceHeightOf(face)
  const [from, to] = [mesh[NOSE.base]!.y, mesh[MESH.chin]!.y]
  const shareOf = (left: number): number => {
    let [sum, count] = [0, 1e-6]
    for (let y = Math.max(0, Math.floor(from)); y < Math.min(height, to); y++) {
      for (let x = Math.max(0, Math.floor(left)); x < Math.min(width, left + STRIP * size); x++, count++) {
        sum += hair[y * width + x]!
      }
    }
    return sum / count
  }
  const right = shareOf(mesh[MESH.rightCheek]!.x - STRIP * size)
  const left = shareOf(mesh[MESH.leftCheek]!.x)
  return smoothstep(...LONG, Math.max(right, left))
}
