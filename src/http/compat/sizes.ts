/** How large results are, by the names that callers give to sizes. */
import type { SizeCap } from '../../imaging/job.js'

export type SizeTier = 'preview' | 'medium' | 'hd' | '4k' | 'full' | '50mp' | 'auto'

export const PREVIEW: SizeCap = { longestSide: 640 }

const megapixels = (count: number): SizeCap => ({ pixels: count * 1_000_000 })

/** `auto` is the best that the balance allows. */
export const caps: Record<Exclude<SizeTier, 'preview' | 'auto'>, SizeCap> = {
  medium: megapixels(1.5),
  hd: megapixels(4),
  '4k': megapixels(25),
  full: megapixels(25),
  '50mp': megapixels(50),
}
