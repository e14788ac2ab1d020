/**
 * Environment → frozen Config. The only reader of `process.env`. Every setting is listed once in the table below, against
 * which docs/settings.md is checked. All wrong values are reported at once.
 */
import { existsSync } from 'node:fs'
import { availableParallelism, homedir, totalmem } from 'node:os'
import path from 'node:path'
import { QUALITIES } from './catalog/qualities.js'
import { type S3Credentials, type S3Place, s3PlaceAt } from './s3-place.js'
import {
  databaseUrl,
  emailAddress,
  hostList,
  integer,
  oneOf,
  optionalInteger,
  optionalUrl,
  redisUrl,
  type Setting,
  s3Address,
  secret,
  smtpUrl,
  text,
} from './setting.js'

export const settings = {
  HOST: text('127.0.0.1', 'Address to listen on'),
  PORT: integer(8080, 0, 65_535, 'Port to listen on; 0 takes a free one'),
  BASE_URL: optionalUrl(
    'http://HOST:PORT',
    'Public address of the API, as clients see it; needed where HOST is 0.0.0.0 or ::',
  ),
  CDN_URL: optionalUrl('BASE_URL', 'Public address of the results'),
  TRUSTED_PROXIES: integer(0, 0, 16, 'Proxies before the server whose X-Forwarded-For tells who calls'),
  DATA_DIR: text('./data', 'Folder for database, results and networks'),
  DATABASE_URL: databaseUrl('A PostgreSQL database instead: postgres://user:password@host/name; see docs/fleet.md'),
  DATABASE_CONNECTIONS: integer(10, 2, 1000, 'Connections to PostgreSQL, at most'),
  STORAGE_URL: s3Address('DATA_DIR/results', 'Where results are kept: s3://bucket/prefix?endpoint=…&region=…'),
  AWS_ACCESS_KEY_ID: secret('Key for STORAGE_URL, unless the address holds it'),
  AWS_SECRET_ACCESS_KEY: secret('Its secret'),
  AWS_SESSION_TOKEN: secret('Its token, where it has one'),
  RESULT_DELIVERY: oneOf(
    ['server', 'redirect'],
    'server',
    'Who sends results: the server, or the S3 store after a redirect',
  ),
  REDIS_URL: redisUrl('none', 'Redis that servers share for rate limits and news: redis://host:6379'),
  ENGINE: oneOf(
    ['embedded', 'queue'],
    'embedded',
    'Who processes pictures: this server, or `bin/silhouette worker` on any machine; see docs/fleet.md',
  ),
  WORKERS: optionalInteger('by cores and memory', 1, 256, 'Worker processes; each loads the networks once'),
  THREADS_PER_WORKER: optionalInteger('cores, at most 4', 1, 256, 'Threads of one worker'),
  QUALITY: oneOf(
    QUALITIES,
    'balanced',
    'How often and from how near the network looks at a photo; see docs/settings.md',
  ),
  QUEUE_SIZE: integer(64, 0, 100_000, 'Requests that may wait for a worker; beyond it 503'),
  MAX_WAIT_SECONDS: integer(25, 1, 3600, 'Longest wait for a worker; requests that would wait longer get 503'),
  JOB_TIMEOUT_MS: integer(60_000, 1, 3_600_000, 'Longest time one picture may take in a worker'),
  WORKER_MEMORY_MB: integer(3072, 1, 1_048_576, 'A worker above this is replaced after its job'),
  MAX_UPLOAD_BYTES: integer(20_971_520, 1, 1_073_741_824, 'Largest input file, uploaded or downloaded'),
  MAX_DOWNLOADS: integer(64, 1, 10_000, 'Downloads at once, a quarter of them for one account; beyond it 503'),
  MAX_UPLOADS: integer(128, 1, 100_000, 'Bodies that may arrive at the same time; beyond it 503'),
  MAX_UPLOADS_PER_ACCOUNT: integer(
    64,
    1,
    100_000,
    'Those of one account while no other sends any; with others it has that share of what they leave; beyond it 429',
  ),
  MAX_UPLOADS_MB: integer(2048, 1, 1_048_576, 'What they may come to in all; an account has its share'),
  MAX_PIXELS: integer(50_000_000, 1024, 1_000_000_000, 'Pictures must have fewer pixels than this'),
  RATE_LIMIT_PER_MINUTE: integer(40, 1, 1_000_000, 'Images per minute and key, unless the key has its own limit'),
  ACCOUNT_RATE_LIMIT: optionalInteger(
    'three times RATE_LIMIT_PER_MINUTE',
    1,
    1_000_000,
    'Images per minute and account, over all its keys',
  ),
  RESULT_TTL_SECONDS: integer(259_200, 1, 31_536_000, 'Life of a result; three days'),
  REQUEST_LOG_DAYS: integer(30, 0, 3650, 'How long the log of requests is kept; 0 keeps none'),
  SIGNUP: oneOf(['open', 'closed'], 'open', 'Whether strangers can make accounts on the account page'),
  FREE_CREDITS: integer(1, 0, 1_000_000, 'Opening balance of a new account'),
  MORE_CREDITS_TEXT: text('', 'What the account page says to whoever runs out of credits: whom to ask, what it costs'),
  FORGOTTEN_PASSWORD_TEXT: text(
    '',
    'What it says to whoever has forgotten a password, instead of “ask the operator”; not with SMTP_URL',
  ),
  SMTP_URL: smtpUrl('Mail server for links to a new password and to confirm addresses: smtp://user:password@host:587'),
  MAIL_FROM: emailAddress('The address that these mails come from; needed with SMTP_URL'),
  PREVIEW_MAX_SIDE: integer(4096, 32, 4096, 'Longest side of a preview of /v1'),
  STYLE_PREVIEWS: oneOf(
    ['idle', 'asked'],
    'idle',
    'When pictures of styles are made: while workers idle, or when asked for',
  ),
  FETCH_ALLOW: hostList('Comma-separated host:port list that may be downloaded from although private'),
  STYLE_BACKEND_URL: optionalUrl('none', 'Service that speaks POST /v1/images/edits; prompts of styles go there'),
  STYLE_BACKEND_KEY: secret('Its key, sent as Authorization: Bearer'),
  STYLE_BACKEND_MODEL: text('', 'Its model, where it has several'),
  STYLE_BACKEND_TIMEOUT_MS: integer(60_000, 1, 3_600_000, 'Longest time it may take'),
  STYLE_BACKEND_FALLBACK: oneOf(['no', 'yes'], 'no', 'Whether the built-in styles answer when it fails'),
  DRAIN_SECONDS: optionalInteger(
    '5 with DATABASE_URL, else 0',
    0,
    3600,
    'How long everything is still accepted after SIGTERM, while /readyz says no and others take over',
  ),
  SHUTDOWN_SECONDS: integer(30, 0, 3600, 'Longest time to finish what runs after that'),
  METRICS_TOKEN: secret('Lets other machines read /metrics, sent as Authorization: Bearer'),
  SILHOUETTE_SERVER: optionalUrl('none', 'A server that makes the results of `remove`, `id-photo` and `style`'),
  SILHOUETTE_KEY: secret('API key for SILHOUETTE_SERVER, or for `--server`'),
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info', 'What is logged'),
} as const

type Values = { -readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']> }

export interface Config {
  readonly server: {
    readonly host: string
    readonly port: number
    readonly baseUrl?: string
    readonly cdnUrl?: string
    readonly trustedProxies: number
  }
  readonly dataDir: string
  /** Without an address: the file in the data folder. */
  readonly database: { readonly url?: string; readonly connections: number }
  /** Left out: results are files in the data folder. */
  readonly storage?: S3Place
  /** For addresses that hold none. */
  readonly s3Credentials?: S3Credentials
  readonly resultDelivery: Values['RESULT_DELIVERY']
  /** Left out: rate limits and news are those of this process. */
  readonly redisUrl?: string
  readonly engine: {
    readonly kind: Values['ENGINE']
    readonly workers: number
    readonly threadsPerWorker: number
    readonly queueSize: number
    readonly maxWaitMs: number
    readonly jobTimeoutMs: number
    readonly workerMemoryBytes: number
    readonly quality: Values['QUALITY']
  }
  readonly limits: { readonly uploadBytes: number; readonly pixels: number }
  readonly maxDownloads: number
  /** Bodies that arrive at the same time. */
  readonly uploads: { readonly count: number; readonly countPerAccount: number; readonly bytes: number }
  readonly rateLimitPerMinute: number
  readonly accountRateLimit: number
  readonly resultTtlMs: number
  /** How long the log of requests is kept; 0: there is none. */
  readonly requestLogMs: number
  readonly signup: Values['SIGNUP']
  readonly freeCredits: number
  /** What the operator tells people on the account page; empty: the page's own words. */
  readonly notices: { readonly moreCredits: string; readonly forgottenPassword: string }
  /** Left out: nothing is sent, and operators hand over links. */
  readonly mail?: { readonly url: string; readonly from: string }
  readonly previewMaxSide: number
  /** When the pictures of styles are made. */
  readonly stylePreviews: Values['STYLE_PREVIEWS']
  readonly fetchAllow: readonly string[]
  /** Left out: the built-in styles handle prompts. */
  readonly styleBackend?: {
    readonly url: string
    readonly key: string
    readonly model: string
    readonly timeoutMs: number
    readonly fallback: boolean
  }
  /** 0: nobody else can take over. */
  readonly drainMs: number
  readonly shutdownMs: number
  /** Empty: metrics are read on this machine only. */
  readonly metricsToken: string
  /** For commands that may ask a server. */
  readonly remote?: { readonly server?: string; readonly key?: string }
  readonly logLevel: string
}

export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

export interface Machine {
  readonly cores: number
  readonly memoryBytes: number
}

export function loadConfig(env: NodeJS.ProcessEnv, machine: Machine = thisMachine()): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const raw = env[name]?.trim()
    try {
      values[name] = raw ? setting.parse(raw) : setting.fallback
    } catch (error) {
      const got = setting.secret ? '' : ` (got '${raw}')`
      problems.push(`${name}: ${(error as Error).message}${got}`)
    }
  }
  problems.push(...contradictionsIn(values as Partial<Values>))
  if (problems.length > 0) throw new ConfigError(problems)
  return deepFreeze(grouped(values as Values, machine))
}

export interface SettingInForce {
  readonly name: string
  /** As it was given, or the words for what applies instead; secrets are masked. */
  readonly value: string
  readonly source: 'environment' | 'default'
}

/** What the machine or other settings decide. */
const DERIVED: Readonly<Record<string, (config: Config) => string | number>> = {
  DATA_DIR: ({ dataDir }) => dataDir,
  WORKERS: ({ engine }) => engine.workers,
  THREADS_PER_WORKER: ({ engine }) => engine.threadsPerWorker,
  ACCOUNT_RATE_LIMIT: ({ accountRateLimit }) => accountRateLimit,
}

export const settingsInForce = (config: Config, env: NodeJS.ProcessEnv = process.env): SettingInForce[] =>
  Object.entries<Setting<unknown>>(settings).map(([name, { fallbackText, secret: isSecret }]) => {
    const raw = env[name]?.trim()
    const given = raw && (isSecret ? masked(raw) : raw)
    const value = String(DERIVED[name]?.(config) ?? (given || fallbackText))
    return { name, value, source: raw ? 'environment' : 'default' }
  })

/** Of an address the host stays, so that people can tell which one it is. */
function masked(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined
  return url?.host ? `${url.protocol}//***@${url.host}${url.pathname}` : '***'
}

/**
 * Where networks are kept for a user who runs no server: in the folder that the system has for what can be fetched again.
 * A command or a program in a folder of photos leaves nothing there.
 */
export function userFolder(
  env: NodeJS.ProcessEnv = process.env,
  platform: NodeJS.Platform = process.platform,
  home: string = homedir(),
): string {
  if (platform === 'darwin') return path.join(home, 'Library', 'Caches', 'silhouette')
  if (platform === 'win32') {
    return path.join(env.LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'silhouette', 'Cache')
  }
  // By its own rule a relative XDG_CACHE_HOME counts for nothing.
  const { XDG_CACHE_HOME = '' } = env
  return path.join(path.isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : path.join(home, '.cache'), 'silhouette')
}

/**
 * The environment for commands that need nothing but networks: without DATA_DIR they use those that a server in this folder
 * has, else the user's own.
 */
export const withNetworksOfUser = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  env.DATA_DIR?.trim() || existsSync(path.join(settings.DATA_DIR.fallback, 'models'))
    ? env
    : { ...env, DATA_DIR: userFolder(env) }

function contradictionsIn(values: Partial<Values>): string[] {
  const { STORAGE_URL, RESULT_DELIVERY, ENGINE, REDIS_URL, SMTP_URL, MAIL_FROM } = values
  return [
    ...(STORAGE_URL && !s3PlaceAt(STORAGE_URL, credentialsIn(values))
      ? ['STORAGE_URL: needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY']
      : []),
    ...(RESULT_DELIVERY === 'redirect' && !STORAGE_URL ? ['RESULT_DELIVERY: redirect needs STORAGE_URL'] : []),
    ...(ENGINE === 'queue' && !REDIS_URL ? ['ENGINE: queue needs REDIS_URL, where the jobs wait'] : []),
    ...(ENGINE === 'queue' && !STORAGE_URL ? ['ENGINE: queue needs STORAGE_URL, where the pictures pass'] : []),
    ...(SMTP_URL && !MAIL_FROM ? ['SMTP_URL: needs MAIL_FROM, the address that mails come from'] : []),
  ]
}

function credentialsIn(values: Partial<Values>): S3Credentials | undefined {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = values
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return undefined
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  }
}

function grouped(values: Values, machine: Machine): Config {
  const s3Credentials = credentialsIn(values)
  const storage = values.STORAGE_URL && s3PlaceAt(values.STORAGE_URL, s3Credentials)
  const threadsPerWorker = values.THREADS_PER_WORKER ?? Math.min(4, machine.cores)
  return {
    server: {
      host: values.HOST,
      port: values.PORT,
      ...(values.BASE_URL && { baseUrl: values.BASE_URL }),
      ...(values.CDN_URL && { cdnUrl: values.CDN_URL }),
      trustedProxies: values.TRUSTED_PROXIES,
    },
    dataDir: path.resolve(values.DATA_DIR),
    database: { ...(values.DATABASE_URL && { url: values.DATABASE_URL }), connections: values.DATABASE_CONNECTIONS },
    ...(storage && { storage }),
    ...(s3Credentials && { s3Credentials }),
    resultDelivery: values.RESULT_DELIVERY,
    ...(values.REDIS_URL && { redisUrl: values.REDIS_URL }),
    engine: {
      kind: values.ENGINE,
      threadsPerWorker,
      workers: values.WORKERS ?? defaultWorkers(machine, threadsPerWorker),
      queueSize: values.QUEUE_SIZE,
      maxWaitMs: values.MAX_WAIT_SECONDS * 1000,
      jobTimeoutMs: values.JOB_TIMEOUT_MS,
      workerMemoryBytes: values.WORKER_MEMORY_MB * 1024 * 1024,
      quality: values.QUALITY,
    },
    limits: { uploadBytes: values.MAX_UPLOAD_BYTES, pixels: values.MAX_PIXELS },
    maxDownloads: values.MAX_DOWNLOADS,
    uploads: {
      count: values.MAX_UPLOADS,
      countPerAccount: values.MAX_UPLOADS_PER_ACCOUNT,
      bytes: values.MAX_UPLOADS_MB * 1024 * 1024,
    },
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    accountRateLimit: values.ACCOUNT_RATE_LIMIT ?? 3 * values.RATE_LIMIT_PER_MINUTE,
    resultTtlMs: values.RESULT_TTL_SECONDS * 1000,
    requestLogMs: values.REQUEST_LOG_DAYS * 24 * 3_600_000,
    signup: values.SIGNUP,
    freeCredits: values.FREE_CREDITS,
    notices: { moreCredits: values.MORE_CREDITS_TEXT, forgottenPassword: values.FORGOTTEN_PASSWORD_TEXT },
    ...(values.SMTP_URL && values.MAIL_FROM && { mail: { url: values.SMTP_URL, from: values.MAIL_FROM } }),
    previewMaxSide: values.PREVIEW_MAX_SIDE,
    stylePreviews: values.STYLE_PREVIEWS,
    fetchAllow: values.FETCH_ALLOW,
    ...(values.STYLE_BACKEND_URL && {
      styleBackend: {
        url: values.STYLE_BACKEND_URL,
        key: values.STYLE_BACKEND_KEY,
        model: values.STYLE_BACKEND_MODEL,
        timeoutMs: values.STYLE_BACKEND_TIMEOUT_MS,
        fallback: values.STYLE_BACKEND_FALLBACK === 'yes',
      },
    }),
    drainMs: (values.DRAIN_SECONDS ?? (values.DATABASE_URL ? DRAIN_SECONDS_OF_MANY : 0)) * 1000,
    shutdownMs: values.SHUTDOWN_SECONDS * 1000,
    metricsToken: values.METRICS_TOKEN,
    ...((values.SILHOUETTE_SERVER || values.SILHOUETTE_KEY) && {
      remote: {
        ...(values.SILHOUETTE_SERVER && { server: values.SILHOUETTE_SERVER }),
        ...(values.SILHOUETTE_KEY && { key: values.SILHOUETTE_KEY }),
      },
    }),
    logLevel: values.LOG_LEVEL,
  }
}

/** Where servers share a database there may be another one; whoever leads clients to them hears of the end within this. */
const DRAIN_SECONDS_OF_MANY = 5

// A worker with warm networks and a large photo stays below about 2 GB; workers times threads never exceed the cores.
const MEMORY_PER_WORKER_BYTES = 2 * 1024 ** 3

function defaultWorkers({ cores, memoryBytes }: Machine, threadsPerWorker: number): number {
  return Math.max(1, Math.min(Math.floor(cores / threadsPerWorker), Math.floor(memoryBytes / MEMORY_PER_WORKER_BYTES)))
}

/** A container's memory limit counts, not the host's; the figure is absurdly large where there is no limit. */
export function thisMachine(): Machine {
  const constrained = process.constrainedMemory() ?? 0
  const memoryBytes = constrained > 0 ? Math.min(constrained, totalmem()) : totalmem()
  return { cores: availableParallelism(), memoryBytes }
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}
