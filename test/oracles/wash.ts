/** What kernels/wash.ts does, pixel by pixel. */
import { blur } from '../../src/imaging/raster/blur.js'
import { clamp } from '../../src/imaging/raster/clamp.js'
import type { Size } from '../../src/imaging/raster/picture.js'
import type { Sheet, Wash } from '../../src/imaging/style/media/watercolour/lay-wash.js'
import { smoothstep } from '../../src/imaging/style/pixels/canvas.js'

export function layWashes({ width, height }: Size, sheet: Sheet, washes: readonly Wash[], edges: number, rim: number) {
  const depth = new Float32Array(width * height)
  for (const { from, deep } of washes) {
    const shape = depth.map((_, i) => {
      if (sheet.deep[i]! <= from * 0.45) return 0
      const soft = from * sheet.soft[i]!
      return smoothstep(from - soft, from + soft, sheet.deep[i]!) * sheet.own[i]!
    })
    const around = blur(shape, width, height, rim)
    for (let i = 0; i < depth.length; i++) {
      const dried = Math.max(0, shape[i]! - around[i]!) * edges * sheet.calm[i]!
      depth[i]! += shape[i]! * deep * (0.94 + 1.5 * dried)
    }
  }
  return depth
}

/** Paint that runs from where it strays, pixel by pixel: what `runPaint` does. */
export function runPaint(
  { width, height }: Size,
  planes: Readonly<Record<'depths' | 'subject' | 'strayX' | 'strayY' | 'features' | 'skin', Float32Array>>,
  wobble: number,
) {
  const { depths, subject, strayX, strayY, features, skin } = planes
  const [deep, ran] = [new Float32Array(depths.length), new Float32Array(depths.length)]
  for (let i = 0; i < deep.length; i++) {
    const wet = wobble * (1 - Math.min(1, features[i]! * 1.4)) * (1 - 0.55 * skin[i]!)
    const x = Math.round((i % width) + wet * strayX[i]!)
    const y = Math.round(Math.floor(i / width) + wet * strayY[i]!)
    const from = clamp(y, 0, height - 1) * width + clamp(x, 0, width - 1)
    ran[i] = subject[from]!
    deep[i] = ran[i]! > 0.3 ? depths[from]! : 0
  }
  return { deep, ran }
}

/** The shape of a loose wash behind the subject: what `looseShape` does. */
export const looseShape = (
  { width, height }: Size,
  { near, patches, brush, ran }: Readonly<Record<'near' | 'patches' | 'brush' | 'ran', Float32Array>>,
  border: number,
): Float32Array =>
  near.map((value, i) => {
    const [x, y] = [i % width, Math.floor(i / width)]
    const down = smoothstep(0.25, 0.95, y / height)
    const margin = Math.min(x, width - x, y, height - y) / border
    const reach =
      value +
      patches[i]! * smoothstep(0, 0.12, value) * 0.55 +
      brush[i]! * 0.3 -
      down * 0.22 +
      Math.min(0, margin - 0.8) * 0.4
    return smoothstep(0.2, 0.24, reach) * (1 - smoothstep(0.2, 0.5, ran[i]!))
  })

export interface Painting {
  readonly depth: Float32Array
  readonly behind: Float32Array
  readonly beyond: Float32Array
  readonly pool: Float32Array
  readonly skin: Float32Array
  readonly tile: Float32Array
  readonly hue: readonly Float32Array[]
}

/** What paint of this depth makes on paper: what `paintWashes` does. */
export function paintWashes(
  { width, height }: Size,
  { depth, behind, beyond, pool, skin, tile, hue }: Painting,
  side: number,
  { granulation, pools }: { readonly granulation: number; readonly pools: number },
  [tint, other]: readonly (readonly number[])[],
  paper: readonly number[],
): Uint8ClampedArray {
  const out = new Uint8ClampedArray(width * height * 3)
  const halfWidth = (width + 1) >> 1
  for (let i = 0; i < depth.length; i++) {
    const [x, y] = [i % width, Math.floor(i / width)]
    const calm = 1 - 0.6 * skin[i]!
    const settled = 1 + (0.5 - tile[(y % side) * side + (x % side)]!) * granulation * 1.6 * calm
    const deep = Math.max(0, depth[i]! * (1 + pool[i]! * pools * calm) * settled)
    const [near, far] = [Math.max(0, behind[i]! * settled), Math.max(0, beyond[i]! * settled)]
    const at = (y >> 1) * halfWidth + (x >> 1)
    for (let c = 0; c < 3; c++)
      out[i * 3 + c] = paper[c]! * Math.exp(-deep * hue[c]![at]! - near * tint![c]! - far * other![c]!)
  }
  return out
}
