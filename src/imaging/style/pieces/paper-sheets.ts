/** Sheets of paper laid on each other: each throws a soft shadow on what lies below and shows a bright cut edge. */
import { blur } from '../../raster/blur.js'
import { type Canvas, type Rgb, smoothstep } from '../canvas.js'
import { type Cover, withMargin } from '../cover.js'
import type { Scene } from '../scene.js'

export interface SheetLook {
  /** How far the sheet lies above the one below, in pixels of a picture of one megapixel. */
  readonly lift: number
  readonly shadow: number
}

/** Edges as scissors cut them: small notches and spikes are gone. */
export function cutOut(mask: Float32Array, { width, height }: Scene, roundness: number): Float32Array {
  const soft = blur(mask, width, height, roundness)
  // The edge stays one pixel soft, whatever the blur.
  const half = Math.min(0.3, 0.4 / Math.max(1, roundness))
  for (let i = 0; i < soft.length; i++) soft[i] = smoothstep(0.5 - half, 0.5 + half, soft[i]!)
  return soft
}

export function laySheet(canvas: Canvas, { unit }: Scene, sheet: Cover, fill: Rgb, look: SheetLook): void {
  const lift = Math.max(1, look.lift * unit)
  const [right, down] = [Math.round(lift * 0.55), Math.round(lift)]
  const { left, top, width, height, share } = withMargin(sheet, 3 * lift, canvas)
  const { colour } = canvas
  const { shadow } = look
  const shade = blur(share, width, height, Math.max(0.6, lift * 0.8))
  const rim = Math.max(1, Math.round(unit))
  for (let y = 0, i = 0; y < height; y++) {
    const from = Math.max(0, y - down) * width
    const above = Math.max(0, y - rim) * width
    let at = ((y + top) * canvas.width + left) * 3
    for (let x = 0; x < width; x++, i++, at += 3) {
      const own = share[i]! > 1 ? 1 : share[i]!
      const dark = shade[from + (x > right ? x - right : 0)]! * shadow
      if (own <= 0 && dark < 0.004) continue
      const lit = 1 - dark
      const edge = own > 0 ? Math.max(0, own - share[above + (x > rim ? x - rim : 0)]!) * 26 : 0
      for (let c = 0; c < 3; c++) {
        const below = colour[at + c]! * lit
        colour[at + c] = below + (fill[c]! + edge - below) * own
      }
    }
  }
}
