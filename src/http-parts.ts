/** Ports → use cases: puts together what the HTTP side is given, whatever implementations stand behind the ports. */
import type { Logger } from 'pino'
import type { Clock } from './clock.js'
import type { Config } from './config.js'
import type { Database } from './db/port.js'
import type { Engine } from './engine/port.js'
import { bodyLimitFor } from './http/body/limits.js'
import { createMetrics } from './http/metrics.js'
import type { HttpParts } from './http/parts.js'
import type { RateLimiter } from './ratelimit/port.js'
import { createAccountAccess } from './service/account-access.js'
import { createAdmission } from './service/admission.js'
import { createHistory } from './service/history.js'
import { createKeyRing } from './service/key-ring.js'
import { createOperations } from './service/operations.js'
import { createProcessImage } from './service/process-image.js'
import { createResults } from './service/results.js'
import type { SafeFetch } from './service/safe-fetch.js'
import { createServerStatus } from './service/server-status.js'
import { createSessions } from './service/sessions.js'
import { createStyleBackend } from './service/style-backend.js'
import { createStylePreviews } from './service/style-previews.js'
import { createThumbnails } from './service/thumbnails.js'
import { createUploads } from './service/uploads.js'
import type { Workspace } from './service/workspace.js'
import type { ObjectStore } from './storage/port.js'

export interface HttpPorts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly db: Database
  readonly storage: ObjectStore
  readonly rateLimiter: RateLimiter
  readonly engine: Engine
  readonly fetch: SafeFetch
  readonly workspace: Workspace
  /** Where the pictures of styles are kept. */
  readonly stylePreviewFolder: string
  readonly samplePhoto: string
  readonly builtPages: string
  /** Longest time a request can take, all its waiting included. */
  readonly requestLifeMs: number
  readonly addresses: HttpParts['addresses']
}

export function createHttpParts(ports: HttpPorts): HttpParts {
  const { config, clock, log, workspace, samplePhoto, builtPages, addresses, requestLifeMs } = ports
  const status = createServerStatus(ports)
  const metrics = createMetrics(status)
  const styleBackend = config.styleBackend && createStyleBackend(config.styleBackend, log)
  return {
    config,
    clock,
    log,
    metrics,
    workspace,
    uploads: createUploads(config.uploads, bodyLimitFor(config.limits.uploadBytes)),
    admission: createAdmission({ ...ports, rateLimitPerMinute: config.rateLimitPerMinute }),
    processImage: createProcessImage({
      ...ports,
      ...(styleBackend && { styleBackend }),
      holdLifeMs: requestLifeMs,
      observe: metrics,
    }),
    results: createResults(ports),
    makeThumbnail: createThumbnails(ports),
    stylePreviews: createStylePreviews({
      folder: ports.stylePreviewFolder,
      sample: samplePhoto,
      engine: ports.engine,
    }),
    accounts: createAccountAccess({ ...ports, freeCredits: config.freeCredits }),
    sessions: createSessions(ports),
    keys: createKeyRing(ports),
    history: createHistory(ports),
    operations: createOperations(ports),
    status,
    samplePhoto,
    builtPages,
    addresses,
  }
}
