/** One loose wash behind the subject: set down with a broad brush around the head, with rims where it dried. */
import { enlargeBilinear } from '../../raster/bilinear.js'
import { blur } from '../../raster/blur.js'
import { smoothstep } from '../canvas.js'
import { halve } from '../flow.js'
import type { Scene } from '../scene.js'
import { brushField, smoothField } from './wet-paper.js'

/** Depth at each pixel, where `from` tells which pixel's paint has run to it; nothing on the subject, and slivers of bare paper beside it. */
export function looseWash(scene: Scene, from: Uint32Array, deep: number): Float32Array {
  const { width, height, subject, unit, seed, hasSubject } = scene
  const out = new Float32Array(subject.length)
  if (!hasSubject) return out
  const half = { width: (width + 1) >> 1, height: (height + 1) >> 1 }
  const reachable = Math.max(14 * unit, scene.faceHeight * 0.22)
  const soft = blur(halve(subject, width, height), half.width, half.height, reachable / 2)
  const near = enlargeBilinear(soft, half, scene)
  const [patches, brush] = [smoothField(scene, 170 * unit, seed + 78), brushField(scene, 20 * unit, seed + 79)]
  for (let y = 0, i = 0; y < height; y++) {
    const down = smoothstep(0.25, 0.95, y / height)
    for (let x = 0; x < width; x++, i++) {
      const margin = Math.min(x, width - x, y, height - y) / (50 * unit)
      const reach = near[i]! + patches[i]! * 0.55 + brush[i]! * 0.3 - down * 0.22 + Math.min(0, margin - 0.8) * 0.4
      out[i] = smoothstep(0.2, 0.24, reach) * (1 - smoothstep(0.2, 0.5, subject[from[i]!]!))
    }
  }
  const around = blur(out, width, height, 3 * unit)
  const water = smoothField(scene, 70 * unit, seed + 80)
  for (let i = 0; i < out.length; i++) {
    out[i] = out[i]! * deep * (0.75 + 1.1 * water[i]! + 1.2 * Math.max(0, out[i]! - around[i]!))
  }
  return out
}
