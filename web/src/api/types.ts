/** What the server's /web routes return. Times are Unix milliseconds. */
import type { IdPhotoFormat, Style } from '../../../src/client/index.js'

export type { Style }

/** What a key may be used for. */
export type Scope = 'remove' | 'id-photo' | 'portrait-style' | 'account'

export interface Account {
  readonly email: string
  readonly operator: boolean
  readonly createdAt: number
  readonly balance: number
  /** The balance minus what running requests hold. */
  readonly available: number
}

export interface Session {
  readonly csrf: string
  readonly signup: 'open' | 'closed'
  readonly freeCredits: number
  /** In the operator's words, where there are any. */
  readonly notices: { readonly moreCredits: string; readonly forgottenPassword: string }
  /** Whether the server sends links by mail. */
  readonly mail: boolean
  readonly account: Account | null
}

export interface TwoFactor {
  readonly on: boolean
  /** Unused ones. */
  readonly recoveryCodes: number
}

/** Where the account is signed in. */
export interface SessionRecord {
  readonly id: string
  /** Null: unknown. */
  readonly browser: string | null
  readonly system: string | null
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly current: boolean
}

export interface KeyRecord {
  readonly id: string
  readonly name: string
  readonly prefix: string
  readonly rateLimit: number
  /** False: the server's default limit applies. */
  readonly ownLimit: boolean
  readonly createdAt: number
  readonly lastUsedAt: number | null
  /** From where, at that time; operators are not told. */
  readonly lastAddress?: string | null
  /** Null: never. */
  readonly expiresAt: number | null
  /** Null: everything. */
  readonly scopes: readonly Scope[] | null
  readonly playground: boolean
}

/** What its owner decides about a key. */
export type KeyTerms = Pick<KeyRecord, 'name' | 'expiresAt' | 'scopes'>

export interface UsageDay {
  /** In UTC, such as 2026-11-15. */
  readonly day: string
  readonly credits: number
  readonly images: number
}

export interface UsageOfOperation {
  /** Null: free images, of whichever operation. */
  readonly operation: string | null
  readonly images: number
  readonly credits: number
}

/** Days such as 2026-11-15, both part of it. */
export interface DayRange {
  readonly from?: string | undefined
  readonly to?: string | undefined
}

export interface Usage {
  readonly balance: number
  readonly available: number
  readonly days: readonly UsageDay[]
  readonly operations: readonly UsageOfOperation[]
}

export interface LedgerEntry {
  readonly id: string
  readonly at: number
  readonly kind: 'opening' | 'grant' | 'take' | 'charge'
  readonly operation: string | null
  readonly keyName: string | null
  readonly keyPrefix: string | null
  readonly amount: number
  readonly resultId: string | null
  readonly note: string | null
  /** For operators, who see all notes: whether the owner does not. */
  readonly internal?: boolean
}

/** Undefined: of any kind. */
export type ResultKind = 'cutout' | 'id-photo' | 'portrait-style' | undefined

export interface ResultRecord {
  readonly id: string
  readonly url: string
  /** Null if the result is not a picture. */
  readonly thumbnailUrl: string | null
  /** Where it is downloaded from, under this name. */
  readonly fileUrl: string
  readonly fileName: string
  /** Given by its owner. */
  readonly name: string | null
  readonly operation: string
  readonly contentType: string
  readonly bytes: number
  readonly createdAt: number
  readonly expiresAt: number
}

export type Spec = IdPhotoFormat
export type Range = Spec['head_ratio']

export interface Catalog {
  readonly styles: readonly Style[]
  readonly specs: readonly Spec[]
  /** Named background colours for ID photos, as #RRGGBB. */
  readonly colors: Readonly<Record<string, string>>
  /** What the codes of `X-Warnings` mean. */
  readonly warnings: Readonly<Record<string, string>>
  readonly limits: {
    readonly uploadBytes: number
    readonly pixels: number
    readonly rateLimitPerMinute: number
    readonly resultTtlMs: number
    readonly previewMaxSide: number
  }
  readonly errors: readonly { readonly code: string; readonly status: number; readonly meaning: string }[]
}

/** How an account's jobs stand in the queue. */
export interface Standing {
  readonly running: number
  readonly waiting: number
  /** Of the waiting ones, that which goes first. */
  readonly next?: { readonly ahead: number; readonly waitMs: number; readonly workMs: number }
}

export interface WorkerCount {
  readonly idle: number
  readonly busy: number
  readonly starting: number
}

/** A server or a machine of workers. */
export interface FleetMember {
  readonly id: string
  readonly host: string
  readonly pid: number
  readonly version: string
  /** Servers of a fleet have none. */
  readonly workers?: WorkerCount
  /** Why its workers take no jobs, where they do not. */
  readonly hindrance?: 'workers cannot start' | 'workers cannot store pictures' | 'workers cannot reach the queue'
  /** With that of its workers. */
  readonly memoryBytes: number
  /** It is the server that tells all this. */
  readonly here: boolean
  /** How long it has not been heard of. */
  readonly silentMs: number
  /** For too long. */
  readonly missing: boolean
}

export interface OperatorOverview {
  /** What other servers have as well: queue and workers, accounts and results. The rest is of the server that tells it. */
  readonly shared: { readonly engine: boolean; readonly database: boolean }
  /** What links begin with, where that leads nowhere on other machines. */
  readonly localLinks: string | null
  readonly accounts: number
  readonly keys: number
  readonly images24h: number
  readonly credits24h: number
  readonly queue: { readonly waiting: number; readonly size: number }
  readonly workers: WorkerCount & { readonly memoryBytes: readonly number[] }
  readonly storage: { readonly results: number; readonly bytes: number }
  readonly oldestResultAt: number | null
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

export interface OperatorAccount {
  readonly id: string
  readonly email: string
  readonly operator: boolean
  readonly balance: number
  readonly suspendedAt: number | null
  readonly createdAt: number
  readonly lastUsedAt: number | null
  readonly keys: number
}

export interface OperatorAccountDetail {
  readonly account: OperatorAccount
  readonly keys: readonly KeyRecord[]
  readonly entries: readonly LedgerEntry[]
}

/** Addresses of pictures that the server made of its sample photo. */
export interface Showcase {
  readonly cutout: string
  readonly idPhoto: string
  readonly styles: readonly { readonly name: string; readonly url: string }[]
}

export interface CapacityReport {
  /** Workers may be on any machine. */
  readonly shared: boolean
  readonly workers: WorkerCount
  readonly waiting: number
  readonly expectedWaitMs: number
  readonly queueSize: number
  readonly maxWaitMs: number
  readonly configured: { readonly workers: number; readonly threadsPerWorker: number }
  readonly machine: { readonly cores: number; readonly memoryBytes: number }
  /** The last hours, oldest first; of each period its worst moment. */
  readonly trend: readonly {
    readonly from: number
    readonly waiting: number
    readonly waitMs: number
    readonly busy: number
  }[]
}
