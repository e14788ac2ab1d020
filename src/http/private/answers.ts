/**
 * What the private routes answer; the page reads these types, too. All of it is plain data, the same before and after
 * JSON. Times are Unix milliseconds.
 */
import type { Scope } from '../../base/scopes.js'
import type { IdPhotoFormat, Style } from '../../client/index.js'
import type { Config } from '../../config/config.js'
import type { Machine } from '../../config/machine.js'
import type { FaceHintsOutcome } from '../../imaging/job.js'
import type { DayOfUsage, LedgerLine, UsageOfOperation } from '../../service/accounts/history.js'
import type { ApiKey } from '../../service/accounts/key-ring.js'
import type { ErrorGroup, RequestLine } from '../../service/accounts/request-log.js'
import type { Session } from '../../service/accounts/sessions.js'
import type { TwoFactorAccess } from '../../service/accounts/two-factor.js'
import type { ResultRecord } from '../../service/images/results.js'
import type { VisitorTerms } from '../../service/images/visitor-cutouts.js'
import type { BatchJob, JobItem, JobState } from '../../service/jobs/jobs.js'
import type { AccountSummary, AuditEntry as RecordedAct } from '../../service/operator/account-overview.js'
import type { LoadPeriod } from '../../service/operator/capacity.js'
import type { ServerStatus, Totals } from '../../service/operator/server-status.js'
import type { Delivery, Webhook } from '../../service/webhooks/webhooks.js'
import type { listPresets } from '../catalog.js'

export interface OwnAccount {
  readonly email: string
  readonly operator: boolean
  readonly createdAt: number
  /** False: its owner came by a link, and has not set one yet. */
  readonly hasPassword: boolean
  readonly balance: number
  /** The balance minus what running requests hold. */
  readonly available: number
  /** Its images cost nothing. */
  readonly unlimited: boolean
}

export interface SessionState extends Pick<Config, 'signup' | 'freeCredits' | 'notices' | 'prices' | 'legal'> {
  readonly csrf: string
  /** What a visitor without an account may make here. */
  readonly visitors: VisitorTerms | 'none'
  /** Whether the server sends links by mail. */
  readonly mail: boolean
  /** Null for a visitor. */
  readonly account: OwnAccount | null
}

/** Where the account is signed in. */
export interface SignedIn extends Pick<Session, 'id' | 'browser' | 'system' | 'createdAt' | 'lastSeenAt'> {
  readonly current: boolean
}

export type TwoFactorState = Awaited<ReturnType<TwoFactorAccess['state']>>

export interface KeyRecord extends Pick<ApiKey, 'id' | 'name' | 'prefix' | 'createdAt' | 'lastUsedAt' | 'expiresAt'> {
  readonly rateLimit: number
  /** False: the server's default limit applies. */
  readonly ownLimit: boolean
  /** Null: everything. */
  readonly scopes: readonly Scope[] | null
  readonly playground: boolean
}

export interface OwnKey extends KeyRecord, Pick<ApiKey, 'lastAddress'> {}

export interface OwnWebhook extends Pick<Webhook, 'id' | 'url' | 'createdAt' | 'disabled'> {
  /** Until then the former secret signs as well; null: there is none. */
  readonly formerSecretUntil: number | null
}

/** A line of its log. */
export type WebhookDelivery = Delivery

export interface OwnJob
  extends Pick<BatchJob, 'id' | 'operation' | 'total' | 'counts' | 'createdAt' | 'finishedAt' | 'expiresAt'> {
  readonly state: JobState
  /** At the pace so far; null before there is one, and once it has ended. */
  readonly expectedEnd: number | null
}

/** An image of a job. */
export interface OwnJobItem extends Pick<JobItem, 'position' | 'state' | 'charged'> {
  /** Null: it was uploaded. */
  readonly url: string | null
  /** The address of its picture, once there is one. */
  readonly result: string | null
  readonly error: { readonly code: string; readonly message: string } | null
}

export interface UsageReport extends Pick<OwnAccount, 'balance' | 'available' | 'unlimited'> {
  readonly days: readonly DayOfUsage[]
  readonly operations: readonly UsageOfOperation[]
}

export interface LedgerEntry
  extends Pick<LedgerLine, 'id' | 'operation' | 'keyName' | 'keyPrefix' | 'amount' | 'resultId'> {
  readonly at: number
  readonly kind: LedgerLine['reason']
  readonly note: string | null
  /** For operators, who see all notes: whether the owner does not. */
  readonly internal?: boolean
}

export interface LoggedRequest
  extends Pick<RequestLine, 'id' | 'keyId' | 'keyName' | 'keyPrefix' | 'method' | 'route' | 'status' | 'code'>,
    Pick<RequestLine, 'durationMs' | 'credits' | 'watermark'> {
  readonly at: number
  /** For operators; null when the account is gone. */
  readonly email?: string | null
}

export type { ResultKind } from '../result-kinds.js'

export interface ListedResult
  extends Pick<ResultRecord, 'id' | 'name' | 'operation' | 'contentType' | 'bytes' | 'createdAt' | 'expiresAt'> {
  readonly url: string
  /** Null if the result is not a picture. */
  readonly thumbnailUrl: string | null
  /** Where it is downloaded from; under this name, unless its owner gave it one. */
  readonly fileUrl: string
  readonly fileName: string
}

export interface Catalog {
  readonly styles: readonly Style[]
  readonly specs: readonly IdPhotoFormat[]
  readonly presets: ReturnType<typeof listPresets>['presets']
  /** Named background colours for ID photos, as #RRGGBB. */
  readonly colors: Readonly<Record<string, string>>
  /** What the codes of `X-Warnings` mean. */
  readonly warnings: Readonly<Record<string, string>>
  readonly limits: Config['limits'] & Pick<Config, 'rateLimitPerMinute' | 'resultTtlMs' | 'previewMaxSide'>
  readonly prices: Config['prices']
  readonly errors: readonly { readonly code: string; readonly status: number; readonly meaning: string }[]
}

/** What would be wrong with an ID photo of a camera's frame; the page has the words. */
export type FrameLook = FaceHintsOutcome['look']

type EngineState = Awaited<ReturnType<ServerStatus['engine']>>
export type AccountQueueState = Awaited<ReturnType<ServerStatus['queueStateOf']>>
export type FleetMember = NonNullable<EngineState['members']>[number]

export interface OperatorOverview extends Totals, Pick<ServerStatus, 'shared'> {
  /** What links begin with, where that leads nowhere on other machines. */
  readonly localLinks: string | null
  readonly queue: { readonly waiting: number; readonly size: number }
  readonly workers: EngineState['workers'] & { readonly memoryBytes: readonly number[] }
  /** The server that answers. */
  readonly server: {
    readonly host: string
    readonly version: string
    readonly errorsSinceStart: number
    readonly uptimeMs: number
    readonly memoryBytes: number
  }
  /** Of a shared engine; none while its queue is out of reach. */
  readonly members: readonly FleetMember[]
}

export interface CapacityReport
  extends Pick<EngineState, 'workers' | 'waiting' | 'expectedWaitMs'>,
    Pick<Config['engine'], 'queueSize' | 'maxWaitMs'> {
  /** Workers may be on any machine. */
  readonly shared: boolean
  readonly configured: Pick<Config['engine'], 'workers' | 'threadsPerWorker'>
  readonly machine: Machine
  /** The last hours, oldest first. */
  readonly trend: readonly LoadPeriod[]
}

export interface ErrorReport {
  readonly errors: readonly ErrorGroup[]
  readonly withinMs: number
  /** Null: the server sends no mail. */
  readonly mail: {
    readonly failing: { readonly since: number; readonly letters: number; readonly reason: string } | null
  } | null
}

export type { AccountSummary }

export interface AccountDetails {
  readonly account: AccountSummary
  /** What applies unless it has its own. */
  readonly usualRateLimit: number
  /** Whether all accounts are unlimited here, this one included. */
  readonly allUnlimited: boolean
  readonly keys: readonly KeyRecord[]
  readonly entries: readonly LedgerEntry[]
}

export interface AuditEntry extends Omit<RecordedAct, 'createdAt'> {
  readonly at: number
}
