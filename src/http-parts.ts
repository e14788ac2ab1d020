/** Ports → use cases: puts together what the HTTP side is given, whatever implementations stand behind the ports. */
import type { Logger } from 'pino'
import type { Announcements } from './announcements/port.js'
import type { Clock } from './clock.js'
import type { Config } from './config.js'
import type { Database } from './db/port.js'
import type { Engine } from './engine/port.js'
import { bodyLimitFor } from './http/body/limits.js'
import { createMetrics } from './http/metrics.js'
import type { HttpParts } from './http/parts.js'
import type { Mail } from './mail/port.js'
import type { RateLimiter } from './ratelimit/port.js'
import { createAccountAccess } from './service/account-access.js'
import { createAccountByMail } from './service/account-by-mail.js'
import { createAdmission } from './service/admission.js'
import { createCapacity } from './service/capacity.js'
import { createClaimNews } from './service/claim-news.js'
import { createDownloadPlaces } from './service/download-places.js'
import { createHistory } from './service/history.js'
import type { Incidents } from './service/incidents.js'
import { createKeyRing } from './service/key-ring.js'
import type { Leases } from './service/leases.js'
import { createOperations } from './service/operations.js'
import { createOperatorActs } from './service/operator-acts.js'
import { createPost } from './service/post.js'
import { createProcessImage } from './service/process-image.js'
import { createRequestLog } from './service/request-log.js'
import { createResults } from './service/results.js'
import type { SafeFetch } from './service/safe-fetch.js'
import { createServerStatus } from './service/server-status.js'
import { createSessions } from './service/sessions.js'
import { createStyleBackend } from './service/style-backend.js'
import { createStylePreviews } from './service/style-previews.js'
import { createThumbnails } from './service/thumbnails.js'
import { createTwoFactorAccess } from './service/two-factor.js'
import { createUploads } from './service/uploads.js'
import type { Workspace } from './service/workspace.js'
import type { ObjectStore } from './storage/port.js'

export interface HttpPorts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly db: Database
  readonly storage: ObjectStore
  /** Of images. */
  readonly rateLimiter: RateLimiter
  /** Of attempts to sign in and the like. */
  readonly attemptLimiter: RateLimiter
  readonly announcements: Announcements
  /** Left out: nothing is sent. */
  readonly mail?: Mail | undefined
  readonly engine: Engine
  readonly fetch: SafeFetch
  readonly workspace: Workspace
  /** Where the pictures of styles are kept, and where other servers find them. */
  readonly stylePreviewFolder: string
  readonly sharedStyles?: ObjectStore | undefined
  readonly samplePhoto: string
  readonly builtPages: string
  /** Longest time that the pictures of a request can take to arrive. */
  readonly downloadsMs: number
  readonly leases: Leases
  readonly incidents: Incidents
  readonly addresses: HttpParts['addresses']
}

export function createHttpParts(ports: HttpPorts): HttpParts {
  const { config, clock, log, workspace, samplePhoto, builtPages, addresses, incidents } = ports
  const { rateLimitPerMinute, accountRateLimit } = config
  const status = createServerStatus(ports)
  const metrics = createMetrics(status)
  const twoFactor = createTwoFactorAccess({ ...ports, rateLimiter: ports.attemptLimiter })
  const styleBackend = config.styleBackend && createStyleBackend(config.styleBackend, log)
  const { mail } = ports
  const post =
    mail && createPost({ mail, clock, log, observe: metrics, onError: incidents.note('a mail could not be written') })
  return {
    config,
    clock,
    log,
    metrics,
    incidents,
    workspace,
    uploads: createUploads(config.uploads, bodyLimitFor(config.limits.uploadBytes), clock),
    admission: createAdmission({
      ...ports,
      rateLimitPerMinute,
      accountRateLimit,
      enterDownloads: createDownloadPlaces({
        atOnce: config.maxDownloads,
        perAccount: Math.ceil(config.maxDownloads / 4),
        longestMs: ports.downloadsMs,
      }),
      claimNews: createClaimNews(ports.announcements),
      onError: incidents.note('an Idempotency-Key could not be freed yet'),
    }),
    processImage: createProcessImage({
      ...ports,
      ...(styleBackend && { styleBackend }),
      onError: incidents.note('a request could not tidy up yet'),
      observe: metrics,
    }),
    results: createResults({ ...ports, redirects: config.resultDelivery === 'redirect' }),
    makeThumbnail: createThumbnails({
      ...ports,
      keepThumbnails: config.storage !== undefined,
      onError: incidents.note('a thumbnail could not be kept'),
    }),
    stylePreviews: createStylePreviews({
      ...ports,
      folder: ports.stylePreviewFolder,
      shared: ports.sharedStyles,
      sample: samplePhoto,
      onError: incidents.note('a preview of a style could not be shared'),
    }),
    accounts: createAccountAccess({
      ...ports,
      rateLimiter: ports.attemptLimiter,
      twoFactor,
      freeCredits: config.freeCredits,
    }),
    post,
    byMail:
      post &&
      createAccountByMail({
        ...ports,
        rateLimiter: ports.attemptLimiter,
        post,
        freeCredits: config.freeCredits,
      }),
    sessions: createSessions(ports),
    keys: createKeyRing(ports),
    history: createHistory(ports),
    operations: createOperations(ports),
    actsBy: createOperatorActs(ports),
    requestLog: createRequestLog({ ...ports, onError: incidents.note('requests could not be logged') }),
    twoFactor,
    status,
    capacity: createCapacity(ports),
    samplePhoto,
    builtPages,
    addresses,
  }
}
