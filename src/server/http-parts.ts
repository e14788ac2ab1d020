/** Ports → use cases: puts together what the HTTP side is given, whatever implementations stand behind the ports. */
import type { Logger } from 'pino'
import type { Announcements } from '../announcements/port.js'
import type { Clock } from '../base/clock.js'
import type { Config } from '../config/config.js'
import type { Database } from '../db/port.js'
import type { Engine } from '../engine/port.js'
import { bodyLimitFor } from '../http/body/limits.js'
import { createMetrics } from '../http/metrics.js'
import type { HttpParts } from '../http/parts.js'
import { createJobDialect } from '../http/v1/jobs/dialect.js'
import type { Mail } from '../mail/port.js'
import type { RateLimiter } from '../ratelimit/port.js'
import { createAccountAccess } from '../service/accounts/account-access.js'
import { createAccountByMail } from '../service/accounts/account-by-mail.js'
import { createHistory } from '../service/accounts/history.js'
import { createKeyRing } from '../service/accounts/key-ring.js'
import { createOutbox } from '../service/accounts/outbox.js'
import type { Passwords } from '../service/accounts/passwords.js'
import { createRequestLog } from '../service/accounts/request-log.js'
import { createSessions } from '../service/accounts/sessions.js'
import { createTwoFactorAccess } from '../service/accounts/two-factor.js'
import { createAdmission } from '../service/images/admission.js'
import { createClaimNews } from '../service/images/claim-news.js'
import { createDownloadPlaces } from '../service/images/download-places.js'
import { createFaceHints } from '../service/images/face-hints.js'
import type { Gates } from '../service/images/gates.js'
import type { Leases } from '../service/images/leases.js'
import { createLinkedPhotos } from '../service/images/linked-photos.js'
import { createProcessImage } from '../service/images/process-image.js'
import { createResults } from '../service/images/results.js'
import type { SafeFetch } from '../service/images/safe-fetch.js'
import { createStyleBackend } from '../service/images/style-backend.js'
import { createThumbnails } from '../service/images/thumbnails.js'
import { createUploads } from '../service/images/uploads.js'
import { createVisitorCutouts } from '../service/images/visitor-cutouts.js'
import type { Workspace } from '../service/images/workspace.js'
import { createJobs } from '../service/jobs/jobs.js'
import { createJobRunner, type JobRunner } from '../service/jobs/runner.js'
import { createAccountOverview } from '../service/operator/account-overview.js'
import { createCapacity } from '../service/operator/capacity.js'
import type { Incidents } from '../service/operator/incidents.js'
import { createOperatorActions } from '../service/operator/operator-actions.js'
import { createServerStatus, type ServerStatusParts } from '../service/operator/server-status.js'
import { createStylePreviews } from '../service/showcase/style-previews.js'
import { createWebhooks } from '../service/webhooks/webhooks.js'
import type { Registry } from '../signals/registry.js'
import type { ObjectStore } from '../storage/port.js'

export interface HttpPorts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly db: Database
  readonly storage: ObjectStore
  /** Where photos wait to be processed. */
  readonly uploads: ObjectStore
  /** Of images. */
  readonly rateLimiter: RateLimiter
  /** Of attempts to sign in and the like. */
  readonly attemptLimiter: RateLimiter
  readonly announcements: Announcements
  /** Left out: nothing is sent. */
  readonly mail?: Mail | undefined
  readonly engine: Engine
  readonly fetch: SafeFetch
  readonly passwords: Passwords
  readonly workspace: Workspace
  /** Where the pictures of styles are kept, and where other servers find them. */
  readonly stylePreviewFolder: string
  readonly sharedStyles?: ObjectStore | undefined
  readonly networks: readonly string[]
  readonly samplePhoto: string
  readonly builtPages: string
  readonly gates: Gates
  readonly leases: Leases
  readonly incidents: Incidents
  /** The state of the Redis that counts the rates, if there is one. */
  readonly limits?: ServerStatusParts['limits']
  readonly addresses: HttpParts['addresses']
  /** Where the metrics of this process are kept. */
  readonly registry: Registry
  readonly tracer?: HttpParts['tracer']
}

/** What the HTTP side is given, and what works on when a request is answered. */
export interface ServerParts extends HttpParts {
  readonly jobRunner: JobRunner
}

export function createHttpParts(ports: HttpPorts): ServerParts {
  const { config, gates, clock, log, workspace, samplePhoto, builtPages, addresses, incidents } = ports
  const status = createServerStatus(ports)
  const metrics = createMetrics(status, ports.registry)
  const twoFactor = createTwoFactorAccess({ ...ports, rateLimiter: ports.attemptLimiter })
  const styleBackend = config.styleBackend && createStyleBackend(config.styleBackend, log)
  const enterDownloads = createDownloadPlaces(gates.downloads)
  const claimNews = createClaimNews(ports.announcements)
  const processImage = createProcessImage({
    ...ports,
    ...(styleBackend && { styleBackend }),
    onError: incidents.note('a request could not tidy up yet'),
    observe: metrics,
  })
  const { mail } = ports
  const outbox =
    mail && createOutbox({ mail, clock, log, observe: metrics, onError: incidents.note('a mail could not be written') })
  return {
    config,
    clock,
    log,
    metrics,
    tracer: ports.tracer,
    incidents,
    workspace,
    uploads: createUploads(gates.uploads, bodyLimitFor(config.limits.uploadBytes), clock),
    admission: createAdmission({
      ...ports,
      ...gates.rate,
      enterDownloads,
      claimNews,
      onError: incidents.note('an Idempotency-Key could not be freed yet'),
    }),
    processImage,
    jobs: createJobs({
      ...ports,
      ...gates.rate,
      claimNews,
      resultTtlMs: config.resultTtlMs,
      onError: incidents.note('an upload of a job could not be removed yet'),
    }),
    jobRunner: createJobRunner({
      ...ports,
      enterDownloads,
      processImage,
      dialect: createJobDialect(ports),
      observe: metrics,
      onError: incidents.note('an image of a job could not be processed'),
    }),
    cutOutForVisitor: createVisitorCutouts({
      ...ports,
      rateLimiter: ports.attemptLimiter,
      previewMaxSide: config.previewMaxSide,
    }),
    fetchLinkedPhoto: createLinkedPhotos({ ...ports, enterDownloads, rateLimiter: ports.attemptLimiter }),
    lookAtFrame: createFaceHints({ ...ports, rateLimiter: ports.attemptLimiter }),
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
    outbox,
    byMail:
      outbox &&
      createAccountByMail({
        ...ports,
        rateLimiter: ports.attemptLimiter,
        outbox,
        freeCredits: config.freeCredits,
      }),
    sessions: createSessions(ports),
    keys: createKeyRing(ports),
    webhooks: createWebhooks({ ...ports, rateLimiter: ports.attemptLimiter }),
    history: createHistory(ports),
    accountOverview: createAccountOverview(ports),
    operatorActions: createOperatorActions(ports),
    requestLog: createRequestLog({ ...ports, onError: incidents.note('requests could not be logged') }),
    twoFactor,
    status,
    capacity: createCapacity(ports),
    networks: ports.networks,
    samplePhoto,
    builtPages,
    addresses,
  }
}
