/** Environment → frozen Config. All wrong values are reported at once. */
import path from 'node:path'
import type { S3Credentials } from '../base/s3-place.js'
import type { Config } from './config.js'
import { defaultWorkers, type Machine, thisMachine } from './machine.js'
import { givenIn, type Setting } from './setting.js'
import { settings, type Values } from './settings.js'
import { networkHomeIn } from './user-folder.js'

export class ConfigError extends Error {
  constructor(readonly problems: readonly string[]) {
    super(`These settings are wrong:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
    this.name = 'ConfigError'
  }
}

export function loadConfig(env: NodeJS.ProcessEnv, machine: Machine = thisMachine()): Config {
  const problems: string[] = []
  const values: Record<string, unknown> = {}
  for (const [name, setting] of Object.entries<Setting<unknown>>(settings)) {
    const raw = givenIn(env, name, setting)
    try {
      values[name] = raw ? setting.parse(raw) : setting.fallback
    } catch (error) {
      const got = setting.secret ? '' : ` (got '${raw}')`
      problems.push(`${name}: ${(error as Error).message}${got}`)
    }
  }
  problems.push(...contradictionsIn(values as Partial<Values>))
  if (problems.length > 0) throw new ConfigError(problems)
  return deepFreeze(grouped(values as Values, machine, env))
}

function contradictionsIn(values: Partial<Values>): string[] {
  const { STORAGE_URL, RESULT_DELIVERY, ENGINE, REDIS_URL, SMTP_URL, MAIL_FROM } = values
  return [
    ...(STORAGE_URL && !STORAGE_URL.credentials && !values.AWS_ACCESS_KEY_ID !== !values.AWS_SECRET_ACCESS_KEY
      ? ['STORAGE_URL: needs both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither']
      : []),
    ...(RESULT_DELIVERY === 'redirect' && !STORAGE_URL ? ['RESULT_DELIVERY: redirect needs STORAGE_URL'] : []),
    ...(ENGINE === 'queue' && !REDIS_URL ? ['ENGINE: queue needs REDIS_URL, where the jobs wait'] : []),
    ...(ENGINE === 'queue' && !STORAGE_URL ? ['ENGINE: queue needs STORAGE_URL, where the pictures pass'] : []),
    ...(SMTP_URL && !MAIL_FROM ? ['SMTP_URL: needs MAIL_FROM, the address that mails come from'] : []),
  ]
}

function credentialsIn(values: Values): S3Credentials | undefined {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = values
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) return undefined
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN && { sessionToken: AWS_SESSION_TOKEN }),
  }
}

function grouped(values: Values, machine: Machine, env: NodeJS.ProcessEnv): Config {
  const dataDir = path.resolve(values.DATA_DIR)
  const ca = values.CA_FILE && { ca: values.CA_FILE }
  const credentials = credentialsIn(values)
  const s3 = { ...(credentials && { credentials }), ...ca }
  const threadsPerWorker = values.THREADS_PER_WORKER ?? Math.min(4, machine.cores)
  return {
    server: {
      host: values.HOST,
      port: values.PORT,
      ...(values.BASE_URL && { baseUrl: values.BASE_URL }),
      ...(values.CDN_URL && { cdnUrl: values.CDN_URL }),
      trustedProxies: values.TRUSTED_PROXIES,
    },
    ...(values.WORKER_PORT !== undefined && { workerPort: values.WORKER_PORT }),
    dataDir,
    networkHome: networkHomeIn(env, dataDir),
    database: {
      ...(values.DATABASE_URL && { url: values.DATABASE_URL }),
      ...ca,
      connections: values.DATABASE_CONNECTIONS,
    },
    ...(values.STORAGE_URL && { storage: { ...s3, ...values.STORAGE_URL } }),
    s3,
    resultDelivery: values.RESULT_DELIVERY,
    ...(values.REDIS_URL && { redis: { ...values.REDIS_URL, ...ca } }),
    engine: {
      kind: values.ENGINE,
      threadsPerWorker,
      workers: values.WORKERS ?? defaultWorkers(machine, threadsPerWorker),
      queueSize: values.QUEUE_SIZE,
      maxWaitMs: values.MAX_WAIT_SECONDS * 1000,
      jobTimeoutMs: values.JOB_TIMEOUT_MS,
      workerMemoryBytes: values.WORKER_MEMORY_MB * 1024 * 1024,
      quality: values.QUALITY,
      ...(values.MATTE_NETWORK && { matteNetwork: values.MATTE_NETWORK }),
      networkMemoryMb: values.NETWORK_MEMORY_MB,
      networkIdleMs: values.NETWORK_IDLE_MINUTES * 60_000,
      executionProviders: values.EXECUTION_PROVIDERS,
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
    visitors: values.VISITORS,
    freeCredits: values.FREE_CREDITS,
    unlimited: values.UNLIMITED,
    prices: {
      remove: values.PRICE_REMOVE,
      'id-photo': values.PRICE_ID_PHOTO,
      'portrait-style': values.PRICE_PORTRAIT_STYLE,
    },
    legal: {
      ...(values.TERMS_URL && { terms: values.TERMS_URL }),
      ...(values.PRIVACY_URL && { privacy: values.PRIVACY_URL }),
      ...(values.IMPRINT_URL && { imprint: values.IMPRINT_URL }),
    },
    notices: { moreCredits: values.MORE_CREDITS_TEXT, forgottenPassword: values.FORGOTTEN_PASSWORD_TEXT },
    ...(values.SMTP_URL && values.MAIL_FROM && { mail: { url: values.SMTP_URL, from: values.MAIL_FROM, ...ca } }),
    previewMaxSide: values.PREVIEW_MAX_SIDE,
    stylePreviews: values.STYLE_PREVIEWS,
    dialects: values.DIALECTS,
    ...(values.REMBG_KEY && { rembgKey: values.REMBG_KEY }),
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
    ...((values.SILHOUETTE_URL || values.SILHOUETTE_KEY) && {
      remote: {
        ...(values.SILHOUETTE_URL && { server: values.SILHOUETTE_URL }),
        ...(values.SILHOUETTE_KEY && { key: values.SILHOUETTE_KEY }),
      },
    }),
    ...(values.OTEL_EXPORTER_OTLP_ENDPOINT && {
      tracing: { endpoint: values.OTEL_EXPORTER_OTLP_ENDPOINT, headers: values.OTEL_EXPORTER_OTLP_HEADERS },
    }),
    logLevel: values.LOG_LEVEL,
  }
}

/** Where servers share a database there may be another one; a load balancer notices the end within this time. */
const DRAIN_SECONDS_OF_MANY = 5

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) if (typeof inner === 'object' && inner !== null) deepFreeze(inner)
  return Object.freeze(value)
}
