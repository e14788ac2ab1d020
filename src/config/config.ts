/** The settings as the program uses them: grouped, derived from one another and from the machine, frozen. */
import type { RedisPlace } from '../base/redis-place.js'
import type { S3Place } from '../base/s3-place.js'
import type { Prices } from '../catalog/prices.js'
import type { Values } from './settings.js'

export interface Config {
  readonly server: {
    readonly host: string
    readonly port: number
    readonly baseUrl?: string
    readonly cdnUrl?: string
    readonly trustedProxies: number
  }
  /** Where a worker machine tells how it is, on the server's host; left out: it does not listen. */
  readonly workerPort?: number
  readonly dataDir: string
  /** The folder with `models`, the product's networks, and `networks`, those that were added. */
  readonly networkHome: string
  /** Without an address: the file in the data folder. */
  readonly database: { readonly url?: string; readonly ca?: string; readonly connections: number }
  /** Left out: results are files in the data folder. */
  readonly storage?: S3Place
  /** What addresses of buckets do not say. */
  readonly s3: Pick<S3Place, 'credentials' | 'ca'>
  readonly resultDelivery: Values['RESULT_DELIVERY']
  /** Left out: rate limits and news are those of this process. */
  readonly redis?: RedisPlace
  readonly engine: {
    readonly kind: Values['ENGINE']
    readonly workers: number
    readonly threadsPerWorker: number
    readonly queueSize: number
    readonly maxWaitMs: number
    readonly jobTimeoutMs: number
    readonly workerMemoryBytes: number
    readonly quality: Values['QUALITY']
    /** Left out: the product's own. */
    readonly matteNetwork?: string
    readonly networkMemoryMb: number
    readonly networkIdleMs: number
    readonly executionProviders: readonly string[]
  }
  readonly limits: { readonly uploadBytes: number; readonly pixels: number }
  readonly maxDownloads: number
  /** Bodies that arrive at the same time. */
  readonly uploads: { readonly count: number; readonly countPerAccount: number; readonly bytes: number }
  readonly rateLimitPerMinute: number
  readonly accountRateLimit: number
  readonly resultTtlMs: number
  /** How long the request log is kept; 0: there is none. */
  readonly requestLogMs: number
  readonly signup: Values['SIGNUP']
  /** Who may cut out photos without an account. */
  readonly visitors: Values['VISITORS']
  readonly freeCredits: number
  /** Whose images cost nothing, besides accounts that are unlimited themselves. */
  readonly unlimited: Values['UNLIMITED']
  readonly prices: Prices
  /** The operator's own pages. */
  readonly legal: { readonly terms?: string; readonly privacy?: string; readonly imprint?: string }
  /** What the operator tells users on the account page; empty: the page's own text. */
  readonly notices: { readonly moreCredits: string; readonly forgottenPassword: string }
  /** Left out: no mail is sent, and operators hand over links. */
  readonly mail?: { readonly url: string; readonly from: string; readonly ca?: string }
  readonly previewMaxSide: number
  /** When the pictures of styles are made. */
  readonly stylePreviews: Values['STYLE_PREVIEWS']
  /** Other vendors whose requests are answered as well. */
  readonly dialects: Values['DIALECTS']
  /** The key for callers of rembg's dialect that send none. */
  readonly rembgKey?: string
  readonly fetchAllow: readonly string[]
  /** Left out: the built-in styles handle prompts. */
  readonly styleBackend?: {
    readonly url: string
    readonly key: string
    readonly model: string
    readonly timeoutMs: number
    readonly fallback: boolean
  }
  /** 0: no other server can take over. */
  readonly drainMs: number
  readonly shutdownMs: number
  /** Empty: metrics are read on this machine only. */
  readonly metricsToken: string
  /** For commands that may ask a server. */
  readonly remote?: { readonly server?: string; readonly key?: string }
  /** Left out: nothing is traced. */
  readonly tracing?: { readonly endpoint: string; readonly headers: Readonly<Record<string, string>> }
  readonly logLevel: string
}

/** All that a worker machine reads: it knows neither the database nor accounts. docs/fleet.md says it in names of settings. */
export interface WorkerConfig
  extends Pick<
    Config,
    | 'workerPort'
    | 'dataDir'
    | 'networkHome'
    | 'storage'
    | 'redis'
    | 'shutdownMs'
    | 'metricsToken'
    | 'tracing'
    | 'logLevel'
  > {
  readonly server: Pick<Config['server'], 'host'>
  readonly engine: Omit<Config['engine'], 'kind' | 'queueSize' | 'maxWaitMs'>
  readonly limits: Pick<Config['limits'], 'pixels'>
}
