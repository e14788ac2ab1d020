/** What the HTTP side needs of the rest: ports and settings, nothing else. */
import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import type { Database } from '../db/port.js'
import type { Engine } from '../engine/port.js'
import type { RateLimiter } from '../ratelimit/port.js'
import type { ProcessImage } from '../service/process-image.js'
import type { StylePreviews } from '../service/style-previews.js'
import type { Workspace } from '../service/workspace.js'
import type { ObjectStore } from '../storage/port.js'
import type { Metrics } from './metrics.js'

export interface HttpParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly db: Database
  readonly storage: ObjectStore
  readonly rateLimiter: RateLimiter
  readonly engine: Engine
  readonly workspace: Workspace
  readonly processImage: ProcessImage
  readonly stylePreviews: StylePreviews
  /** The photo that comes with the networks, for first tries. */
  readonly samplePhoto: string
  /** The folder of the built account page; it may be missing. */
  readonly builtPages: string
  /** Longest time a request can take with all its waiting. */
  readonly requestLifeMs: number
  /** Known only once the server listens: the port may be chosen by the system. */
  readonly addresses: { base(): string; cdn(): string }
}
