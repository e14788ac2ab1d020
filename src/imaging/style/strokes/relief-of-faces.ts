/** How far each pixel of a face stands out, from the depth of its mesh: smooth, about 0..1, undefined without faces. */
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import type { Scene } from '../scene.js'

/** Cells from forehead to chin: as many as the mesh has points there. */
const CELLS = 22

export function reliefOf({ width, height, faces, faceHeight }: Scene): Float32Array | undefined {
  if (faces.length === 0 || faceHeight === 0) return undefined
  const cell = Math.max(2, faceHeight / CELLS)
  const [columns, rows] = [Math.ceil(width / cell), Math.ceil(height / cell)]
  const sum = new Float32Array(columns * rows)
  const weight = new Float32Array(columns * rows)
  for (const { mesh } of faces) {
    const depths = mesh.map(({ z }) => z)
    const [nearest, farthest] = [Math.min(...depths), Math.max(...depths)]
    for (const { x, y, z } of mesh) {
      const column = Math.floor(x / cell)
      const row = Math.floor(y / cell)
      if (column < 0 || column >= columns || row < 0 || row >= rows) continue
      sum[row * columns + column]! += (farthest - z) / Math.max(1, farthest - nearest)
      weight[row * columns + column]! += 1
    }
  }
  const [softSum, softWeight] = [blur(sum, columns, rows, 1.6), blur(weight, columns, rows, 1.6)]
  for (let i = 0; i < softSum.length; i++) softSum[i] = softSum[i]! / (softWeight[i]! + 0.02)
  return enlargeBilinear(softSum, { width: columns, height: rows }, { width, height })
}
