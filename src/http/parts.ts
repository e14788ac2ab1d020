/** What the HTTP side is given: use cases and settings. Ports (database, storage, engine) stay behind the services. */
import type { Logger } from 'pino'
import type { Clock } from '../clock.js'
import type { Config } from '../config.js'
import type { AccountAccess } from '../service/account-access.js'
import type { AccountByMail } from '../service/account-by-mail.js'
import type { Admission } from '../service/admission.js'
import type { Capacity } from '../service/capacity.js'
import type { History } from '../service/history.js'
import type { Incidents } from '../service/incidents.js'
import type { KeyRing } from '../service/key-ring.js'
import type { Operations } from '../service/operations.js'
import type { Actor, OperatorActs } from '../service/operator-acts.js'
import type { Post } from '../service/post.js'
import type { ProcessImage } from '../service/process-image.js'
import type { RequestLog } from '../service/request-log.js'
import type { Results } from '../service/results.js'
import type { ServerStatus } from '../service/server-status.js'
import type { Sessions } from '../service/sessions.js'
import type { StylePreviews } from '../service/style-previews.js'
import type { MakeThumbnail } from '../service/thumbnails.js'
import type { TwoFactorAccess } from '../service/two-factor.js'
import type { Uploads } from '../service/uploads.js'
import type { Workspace } from '../service/workspace.js'
import type { Metrics } from './metrics.js'

export interface HttpParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  readonly incidents: Incidents
  readonly workspace: Workspace

  readonly uploads: Uploads
  readonly admission: Admission
  readonly processImage: ProcessImage
  readonly results: Results
  readonly makeThumbnail: MakeThumbnail
  readonly stylePreviews: StylePreviews
  readonly accounts: AccountAccess
  /** Left out where the server sends no mail. */
  readonly byMail?: AccountByMail | undefined
  readonly post?: Post | undefined
  readonly sessions: Sessions
  readonly keys: KeyRing
  readonly history: History
  readonly operations: Operations
  /** On behalf of somebody. */
  readonly actsBy: (actor: Actor) => OperatorActs
  readonly requestLog: RequestLog
  readonly twoFactor: TwoFactorAccess
  readonly status: ServerStatus
  readonly capacity: Capacity

  /** The photo that comes with the networks, for first tries. */
  readonly samplePhoto: string
  /** The folder of the built account page; it may be missing. */
  readonly builtPages: string
  /** Known only once the server listens: the port may be chosen by the system. */
  readonly addresses: { base(): string; cdn(): string }
}
