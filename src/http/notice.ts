/** Tells the caller of a watermarked result that it is, why, and what to do: in a header, and in both logs. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type PricedOperation, type Prices, priceInWords } from '../catalog/prices.js'
import type { Watermark } from '../service/images/process-image.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** Why its result is watermarked, if it is. */
    watermark?: Watermark
  }
}

/** What to send for a clean result. */
const CLEAN: Readonly<Record<PricedOperation, string>> = {
  remove: 'Send size=full',
  'id-photo': 'Leave out preview',
  'portrait-style': 'Leave out preview',
}

export function noticeOf(
  watermark: Watermark,
  operation: PricedOperation,
  prices: Prices,
  clean = CLEAN[operation],
): string {
  const price = priceInWords(prices[operation])
  const operator = 'or ask the operator of this server to make your account unlimited'
  return watermark === 'preview'
    ? `This result is watermarked because it is a free preview. ${clean} for a clean one (${price}), ${operator}.`
    : 'This result is watermarked because the account had too few credits for size=auto to be full. ' +
        `Get more credits (a clean result costs ${price}), ${operator}.`
}

export function tellWatermark(
  request: FastifyRequest,
  reply: FastifyReply,
  watermark: Watermark | undefined,
  operation: PricedOperation,
  prices: Prices,
  clean?: string,
): void {
  if (!watermark) return
  request.watermark = watermark
  reply.header('X-Silhouette-Notice', noticeOf(watermark, operation, prices, clean))
}
