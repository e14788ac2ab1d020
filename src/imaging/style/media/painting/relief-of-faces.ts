/** How far each pixel of a face stands out: smooth, about 0..1, undefined without faces; at any size. */
import { enlargeBilinear } from '../../../raster/bilinear.js'
import { type Size, scaleSize } from '../../../raster/picture.js'
import type { Scene } from '../../scene.js'
import { faceDepth } from '../../sitter/face-depth.js'

/** From forehead to chin: as many pixels as the mesh has points there. */
const FACE_HEIGHT = 22

export function reliefOf(scene: Scene, size: Size): Float32Array | undefined {
  if (scene.faces.length === 0 || scene.faceHeight === 0) return undefined
  const factor = Math.min(0.5, FACE_HEIGHT / scene.faceHeight)
  const small = scaleSize(scene, factor)
  const relief = new Float32Array(small.width * small.height)
  for (const face of scene.faces) {
    const { height, share } = faceDepth(face, small, factor, 1.6)
    const depths = face.mesh.map(({ z }) => z * factor)
    const range = Math.max(1e-3, Math.max(...depths) - Math.min(...depths))
    for (let i = 0; i < relief.length; i++) {
      relief[i] = Math.max(relief[i]!, (height[i]! / range) * Math.min(1, share[i]! * 20))
    }
  }
  return enlargeBilinear(relief, small, size)
}
