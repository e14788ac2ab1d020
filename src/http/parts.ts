/** What the HTTP side is given: use cases and settings. Ports (database, storage, engine) stay behind the services. */
import type { Logger } from 'pino'
import type { Clock } from '../base/clock.js'
import type { Config } from '../config/config.js'
import type { AccountAccess } from '../service/accounts/account-access.js'
import type { AccountByMail } from '../service/accounts/account-by-mail.js'
import type { History } from '../service/accounts/history.js'
import type { KeyRing } from '../service/accounts/key-ring.js'
import type { Outbox } from '../service/accounts/outbox.js'
import type { RequestLog } from '../service/accounts/request-log.js'
import type { Sessions } from '../service/accounts/sessions.js'
import type { TwoFactorAccess } from '../service/accounts/two-factor.js'
import type { Admission } from '../service/images/admission.js'
import type { LookAtFrame } from '../service/images/face-hints.js'
import type { FetchLinkedPhoto } from '../service/images/linked-photos.js'
import type { ProcessImage } from '../service/images/process-image.js'
import type { Results } from '../service/images/results.js'
import type { MakeThumbnail } from '../service/images/thumbnails.js'
import type { Uploads } from '../service/images/uploads.js'
import type { CutOutForVisitor } from '../service/images/visitor-cutouts.js'
import type { Workspace } from '../service/images/workspace.js'
import type { Jobs } from '../service/jobs/jobs.js'
import type { AccountOverview } from '../service/operator/account-overview.js'
import type { Capacity } from '../service/operator/capacity.js'
import type { Incidents } from '../service/operator/incidents.js'
import type { Actor, OperatorActions } from '../service/operator/operator-actions.js'
import type { ServerStatus } from '../service/operator/server-status.js'
import type { StylePreviews } from '../service/showcase/style-previews.js'
import type { Webhooks } from '../service/webhooks/webhooks.js'
import type { Tracer } from '../signals/tracing/tracer.js'
import type { Metrics } from './metrics.js'

export interface HttpParts {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  readonly metrics: Metrics
  /** Left out: nothing is traced. */
  readonly tracer?: Tracer | undefined
  readonly incidents: Incidents
  readonly workspace: Workspace

  readonly uploads: Uploads
  readonly admission: Admission
  readonly processImage: ProcessImage
  readonly cutOutForVisitor: CutOutForVisitor
  readonly fetchLinkedPhoto: FetchLinkedPhoto
  readonly lookAtFrame: LookAtFrame
  readonly results: Results
  readonly jobs: Jobs
  readonly makeThumbnail: MakeThumbnail
  readonly stylePreviews: StylePreviews
  readonly accounts: AccountAccess
  /** Undefined where the server sends no mail. */
  readonly byMail?: AccountByMail | undefined
  readonly outbox?: Outbox | undefined
  readonly sessions: Sessions
  readonly keys: KeyRing
  readonly webhooks: Webhooks
  readonly history: History
  readonly accountOverview: AccountOverview
  /** On behalf of this actor. */
  readonly operatorActions: (actor: Actor) => OperatorActions
  readonly requestLog: RequestLog
  readonly twoFactor: TwoFactorAccess
  readonly status: ServerStatus
  readonly capacity: Capacity

  /** The names of the networks that the operator has added. */
  readonly networks: readonly string[]
  /** The sample photo that comes with the networks. */
  readonly samplePhoto: string
  /** The folder of the built account page; it may be missing. */
  readonly builtPages: string
  /** Known only once the server listens: the port may be chosen by the system. */
  readonly addresses: { base(): string; cdn(): string }
}
