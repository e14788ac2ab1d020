/** On which side of the face the photo's shadow lies. */
import { MESH } from '../../detect/faces/mesh.js'
import type { Scene } from '../scene.js'

export function isDarkerOnLeft({ faces, luma, skin, width, height }: Scene): boolean {
  const middle = faces[0]?.mesh[MESH.noseTip]?.x ?? width / 2
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
