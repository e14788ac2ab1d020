/**
 * The five gates of an image request, in the order in which it meets them. Behind the last one it has a slot; only then
 * is a credit held. A refusal says when to come back (`Retry-After`) and costs nothing, not even a unit of the rate.
 *
 *     gate       bounds                          refused with                  in
 *  1  uploads    bodies that arrive at once      429 own share, 503 all        uploads.ts
 *  2  rate       images per minute               429                           image-rate.ts
 *  3  downloads  requests that fetch pictures    503                           download-places.ts
 *  4  queue      jobs that run and wait          503                           engine/overload.ts
 *  5  wait       time until a worker is free     503, at once or when it is up engine/overload.ts
 *
 * The first is passed in http/image-request.ts, before the body is read; the others in admission.ts. A repeated request
 * gets its first answer between 1 and 2.
 */
import type { Config } from '../../config/config.js'
import type { OverloadOptions } from '../../engine/port.js'
import type { DownloadPlaceOptions } from './download-places.js'
import type { ImageRates } from './image-rate.js'
import type { UploadLimits } from './uploads.js'

export interface Gates {
  readonly uploads: UploadLimits
  readonly rate: ImageRates
  readonly downloads: DownloadPlaceOptions
  /** Gates 4 and 5. */
  readonly queue: Required<OverloadOptions>
}

type Settings = Pick<Config, 'uploads' | 'rateLimitPerMinute' | 'accountRateLimit' | 'maxDownloads' | 'engine'>

/** How long the pictures of a request may take to arrive. */
const DOWNLOAD_MS = 15_000

export function gatesOf(settings: Settings): Gates {
  const { uploads, rateLimitPerMinute, accountRateLimit, maxDownloads, engine } = settings
  return {
    uploads,
    rate: { rateLimitPerMinute, accountRateLimit },
    downloads: { atOnce: maxDownloads, perAccount: Math.ceil(maxDownloads / 4), longestMs: DOWNLOAD_MS },
    queue: {
      queueSize: engine.queueSize,
      leftToOthers: 1 / 4,
      maxWaitMs: engine.maxWaitMs,
      admittedShareOfWait: 3 / 4,
    },
  }
}
