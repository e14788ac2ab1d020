/** What an image costs whom, and whether it is watermarked. */
import type { PricedOperation, Prices } from '../../catalog/prices.js'
import type { IdPhotoJob, PortraitStyleOrder } from '../../imaging/job.js'
import type { Offer, Terms } from './order.js'

/** As it applies to a caller when the request begins. */
export interface Tariff {
  readonly prices: Prices
  /** Nothing costs anything, nothing is watermarked. */
  readonly unlimited: boolean
}

/** Longest side of a preview that a worker makes. */
const PREVIEW_SIDE = 400

export const termsOf = (operation: PricedOperation, isPreview: boolean, { prices, unlimited }: Tariff): Terms => ({
  price: isPreview || unlimited ? 0 : prices[operation],
  rank: isPreview ? 'free' : 'paid',
  ...(isPreview && !unlimited && { watermark: 'preview' }),
})

/** For operations whose watermarked preview is a job of its own. A clean one is the whole result, made small. */
export function offerOf(job: IdPhotoJob | PortraitStyleOrder, isPreview: boolean, tariff: Tariff): Offer {
  const terms = termsOf(job.kind, isPreview, tariff)
  if (!isPreview) return { ...terms, job }
  if (terms.watermark) return { ...terms, job: { ...job, preview: true } }
  return { ...terms, job: asPicture(job), shrinkTo: PREVIEW_SIDE }
}

/** Only pictures can be made small: of a PDF, its first page. */
function asPicture(job: IdPhotoJob | PortraitStyleOrder): IdPhotoJob | PortraitStyleOrder {
  return job.kind === 'id-photo' && job.sheet ? { ...job, sheet: { ...job.sheet, format: 'jpg' } } : job
}
