/** Settings: defaults, mistakes, and what follows from the machine. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { rootCertificates } from 'node:tls'
import { describe, expect, test } from 'vitest'
import { settingsInForce } from '../../src/config/in-force.js'
import { ConfigError, loadConfig } from '../../src/config/load.js'
import type { Machine } from '../../src/config/machine.js'
import { settings } from '../../src/config/settings.js'
import { networkHomeIn } from '../../src/config/user-folder.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const GB = 1024 ** 3
const machine: Machine = { cores: 4, memoryBytes: 64 * GB }
const folder = temporaryFolder()
const caFile = path.join(folder, 'ca.pem')
writeFileSync(caFile, rootCertificates[0]!)

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env, machine)
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigError)
    return (error as ConfigError).problems
  }
  throw new Error('These settings were accepted')
}

describe('without any setting', () => {
  test('everything has its default', () => {
    expect(loadConfig({}, machine)).toEqual({
      server: { host: '127.0.0.1', port: 8080, trustedProxies: 0 },
      dataDir: path.resolve('data'),
      networkHome: networkHomeIn({}, path.resolve('data')),
      database: { connections: 10 },
      s3: {},
      resultDelivery: 'server',
      engine: {
        kind: 'embedded',
        workers: 1,
        threadsPerWorker: 4,
        queueSize: 64,
        maxWaitMs: 25_000,
        jobTimeoutMs: 60_000,
        workerMemoryBytes: 3 * GB,
        quality: 'balanced',
        networkMemoryMb: 4096,
        networkIdleMs: 600_000,
        executionProviders: ['cpu'],
      },
      limits: { uploadBytes: 20 * 1024 * 1024, pixels: 50_000_000 },
      maxDownloads: 64,
      uploads: { count: 128, countPerAccount: 64, bytes: 2 * GB },
      rateLimitPerMinute: 40,
      accountRateLimit: 120,
      resultTtlMs: 3 * 24 * 3_600_000,
      requestLogMs: 30 * 24 * 3_600_000,
      signup: 'open',
      visitors: 'local',
      freeCredits: 1,
      unlimited: 'owner',
      prices: { remove: 1, 'id-photo': 1, 'portrait-style': 2 },
      legal: {},
      notices: { moreCredits: '', forgottenPassword: '' },
      previewMaxSide: 4096,
      stylePreviews: 'idle',
      dialects: [],
      fetchAllow: [],
      drainMs: 0,
      shutdownMs: 30_000,
      metricsToken: '',
      logLevel: 'info',
    })
  })

  test('servers that share a database give others time to take over', () => {
    expect(loadConfig({ DATABASE_URL: 'postgres://db/silhouette' }, machine).drainMs).toBe(5000)
    expect(loadConfig({ DATABASE_URL: 'postgres://db/silhouette', DRAIN_SECONDS: '0' }, machine).drainMs).toBe(0)
  })

  test('an empty setting and one of blanks count as not given', () => {
    expect(loadConfig({ PORT: '', HOST: '  ', BASE_URL: '', WORKERS: ' ' }, machine)).toEqual(loadConfig({}, machine))
  })

  test('the machine itself is asked for cores and memory', () => {
    const { workers, threadsPerWorker } = loadConfig({}).engine
    expect(workers).toBeGreaterThanOrEqual(1)
    expect(threadsPerWorker).toBeGreaterThanOrEqual(1)
  })
})

describe('with settings', () => {
  test('each one arrives where it is used', () => {
    const env = {
      HOST: '0.0.0.0',
      PORT: ' 0 ',
      BASE_URL: 'https://api.example.com/',
      CDN_URL: 'http://cdn.example.com/results//',
      TRUSTED_PROXIES: '2',
      DATA_DIR: '/var/lib/silhouette',
      DATABASE_URL: 'postgres://ann:secret@db.example.com:5433/pictures',
      DATABASE_CONNECTIONS: '25',
      STORAGE_URL: 's3://photos/team/a/?endpoint=https://s3.local:9000/&region=eu-central-1&addressing=virtual',
      AWS_ACCESS_KEY_ID: 'key',
      AWS_SECRET_ACCESS_KEY: 'its secret',
      AWS_SESSION_TOKEN: 'its token',
      RESULT_DELIVERY: 'redirect',
      REDIS_URL: 'rediss://:word@redis.local:6380/2',
      CA_FILE: caFile,
      ENGINE: 'queue',
      WORKER_PORT: '9090',
      WORKERS: '3',
      THREADS_PER_WORKER: '2',
      QUALITY: 'best',
      MATTE_NETWORK: 'u2netp',
      NETWORK_MEMORY_MB: '900',
      NETWORK_IDLE_MINUTES: '2',
      EXECUTION_PROVIDERS: 'CUDA, cpu',
      QUEUE_SIZE: '0',
      MAX_WAIT_SECONDS: '4',
      JOB_TIMEOUT_MS: '1500',
      WORKER_MEMORY_MB: '2048',
      MAX_UPLOAD_BYTES: '1000',
      MAX_DOWNLOADS: '6',
      MAX_UPLOADS: '8',
      MAX_UPLOADS_PER_ACCOUNT: '2',
      MAX_UPLOADS_MB: '1024',
      MAX_PIXELS: '2000',
      RATE_LIMIT_PER_MINUTE: '5',
      ACCOUNT_RATE_LIMIT: '9',
      RESULT_TTL_SECONDS: '7',
      REQUEST_LOG_DAYS: '7',
      SIGNUP: 'closed',
      VISITORS: 'on',
      FREE_CREDITS: '0',
      UNLIMITED: 'all',
      PRICE_REMOVE: '3',
      PRICE_ID_PHOTO: '0',
      PRICE_PORTRAIT_STYLE: '1000',
      MORE_CREDITS_TEXT: 'Ask Ada',
      FORGOTTEN_PASSWORD_TEXT: 'Call 17',
      TERMS_URL: 'https://example.com/terms/',
      PRIVACY_URL: 'https://example.com/privacy',
      IMPRINT_URL: 'http://example.com/imprint?lang=en',
      SMTP_URL: 'smtps://ann:se%20cret@mail.example.com',
      MAIL_FROM: 'photos@example.com',
      PREVIEW_MAX_SIDE: '640',
      STYLE_PREVIEWS: 'asked',
      DIALECTS: 'rembg, clipdrop',
      REMBG_KEY: 'sk_key',
      FETCH_ALLOW: 'images.local:8443, [::1]:9000',
      STYLE_BACKEND_URL: 'https://styles.example.com/v1/',
      STYLE_BACKEND_KEY: 'secret',
      STYLE_BACKEND_MODEL: 'painter-1',
      STYLE_BACKEND_TIMEOUT_MS: '9000',
      STYLE_BACKEND_FALLBACK: 'yes',
      DRAIN_SECONDS: '3',
      SHUTDOWN_SECONDS: '8',
      METRICS_TOKEN: 'a token',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector.local:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'Api-Key=a%20key=, team = photos',
      SILHOUETTE_URL: 'https://photos.example.com/',
      SILHOUETTE_KEY: 'a key',
      LOG_LEVEL: 'debug',
    }
    const ca = readFileSync(caFile, 'utf8')
    const s3 = { ca, credentials: { accessKeyId: 'key', secretAccessKey: 'its secret', sessionToken: 'its token' } }
    expect(Object.keys(env)).toEqual(Object.keys(settings))
    expect(loadConfig(env, machine)).toEqual({
      server: {
        host: '0.0.0.0',
        port: 0,
        baseUrl: 'https://api.example.com',
        cdnUrl: 'http://cdn.example.com/results',
        trustedProxies: 2,
      },
      workerPort: 9090,
      dataDir: '/var/lib/silhouette',
      networkHome: '/var/lib/silhouette',
      database: { url: 'postgres://ann:secret@db.example.com:5433/pictures', ca, connections: 25 },
      storage: {
        bucket: 'photos',
        prefix: 'team/a/',
        endpoint: 'https://s3.local:9000',
        region: 'eu-central-1',
        addressing: 'virtual',
        ...s3,
      },
      s3,
      resultDelivery: 'redirect',
      redis: { url: 'rediss://:word@redis.local:6380/2', ca },
      engine: {
        kind: 'queue',
        workers: 3,
        threadsPerWorker: 2,
        queueSize: 0,
        maxWaitMs: 4000,
        jobTimeoutMs: 1500,
        workerMemoryBytes: 2 * GB,
        quality: 'best',
        matteNetwork: 'u2netp',
        networkMemoryMb: 900,
        networkIdleMs: 120_000,
        executionProviders: ['cuda', 'cpu'],
      },
      limits: { uploadBytes: 1000, pixels: 2000 },
      maxDownloads: 6,
      uploads: { count: 8, countPerAccount: 2, bytes: GB },
      rateLimitPerMinute: 5,
      accountRateLimit: 9,
      resultTtlMs: 7000,
      requestLogMs: 604_800_000,
      signup: 'closed',
      visitors: 'on',
      freeCredits: 0,
      unlimited: 'all',
      prices: { remove: 3, 'id-photo': 0, 'portrait-style': 1000 },
      legal: {
        terms: 'https://example.com/terms/',
        privacy: 'https://example.com/privacy',
        imprint: 'http://example.com/imprint?lang=en',
      },
      notices: { moreCredits: 'Ask Ada', forgottenPassword: 'Call 17' },
      mail: { url: 'smtps://ann:se%20cret@mail.example.com', from: 'photos@example.com', ca },
      previewMaxSide: 640,
      stylePreviews: 'asked',
      dialects: ['clipdrop', 'rembg'],
      rembgKey: 'sk_key',
      fetchAllow: ['images.local:8443', '[::1]:9000'],
      styleBackend: {
        url: 'https://styles.example.com/v1',
        key: 'secret',
        model: 'painter-1',
        timeoutMs: 9000,
        fallback: true,
      },
      drainMs: 3000,
      shutdownMs: 8000,
      metricsToken: 'a token',
      remote: { server: 'https://photos.example.com', key: 'a key' },
      tracing: { endpoint: 'http://collector.local:4318', headers: { 'api-key': 'a key=', team: 'photos' } },
      logLevel: 'debug',
    })
  })

  test('all wrong values are named at once, each with what it should be and what it was', () => {
    const problems = problemsOf({
      PORT: '65536',
      BASE_URL: 'api.example.com',
      QUALITY: 'perfect',
      QUEUE_SIZE: 'many',
      HOST: 'localhost',
      DIALECTS: 'pixian,removebg',
      FETCH_ALLOW: 'images.local',
      LOG_LEVEL: 'loud',
    })
    expect(problems).toEqual([
      "PORT: must be a whole number from 0 to 65535 (got '65536')",
      "BASE_URL: must be an absolute http or https address (got 'api.example.com')",
      "QUALITY: must be one of fast, balanced, best (got 'perfect')",
      "QUEUE_SIZE: must be a whole number from 0 to 100000 (got 'many')",
      'DIALECTS: must be names out of clipdrop, photoroom, pixian, rembg, with commas between them; there is no removebg ' +
        "(got 'pixian,removebg')",
      "FETCH_ALLOW: must be a list like images.local:8443 (got 'images.local')",
      "LOG_LEVEL: must be one of trace, debug, info, warn, error, fatal, silent (got 'loud')",
    ])
    expect(new ConfigError(problems).message.split('\n')).toHaveLength(8)
  })

  test.each(['sqlite:', ' ', ''])('DATABASE_URL=%j is the file in the data folder', (raw) => {
    expect(loadConfig({ DATABASE_URL: raw }, machine).database).toEqual({ connections: 10 })
  })

  test.each(['mysql://ann:hush@db/x', 'sqlite:/hush.db', 'postgres://ann:hush@[db/x', 'postgres:hush'])(
    'DATABASE_URL=%j is refused without being shown: it may hold a password',
    (raw) => {
      const [problem = ''] = problemsOf({ DATABASE_URL: raw })
      expect(problem).toMatch(/^DATABASE_URL: must be postgres:/)
      expect(problem).not.toContain('hush')
    },
  )

  const QUALITIES = ['fast', 'balanced', 'best'] as const

  test.each(QUALITIES)('QUALITY can be %s', (quality) => {
    expect(loadConfig({ QUALITY: ` ${quality} ` }, machine).engine.quality).toBe(quality)
  })

  test.each(['Fast', 'BEST', 'fast,best', '1'])('%j is no quality, and the error lists those there are', (raw) => {
    expect(problemsOf({ QUALITY: raw })).toEqual([`QUALITY: must be one of ${QUALITIES.join(', ')} (got '${raw}')`])
  })

  // All but the last two would be within the limits.
  test.each(['-5000', '+5000', '5000.5', '5e3', '0x1388', '5 000', '5_000', '٥٠٠٠', 'NaN', 'Infinity'])(
    '%j is not a whole number',
    (raw) => {
      expect(problemsOf({ MAX_PIXELS: raw })).toHaveLength(1)
    },
  )

  test.each(['ftp://example.com', 'https://', 'javascript:alert(1)', '//example.com'])('%j is no address', (raw) => {
    expect(problemsOf({ CDN_URL: raw })).toHaveLength(1)
  })

  test('credentials in STORAGE_URL come before those of the environment, decoded', () => {
    const { storage } = loadConfig({ STORAGE_URL: 's3://me:a%2Fb@photos', AWS_ACCESS_KEY_ID: 'x' }, machine)
    expect(storage).toEqual({
      bucket: 'photos',
      prefix: '',
      region: 'us-east-1',
      credentials: { accessKeyId: 'me', secretAccessKey: 'a/b' },
    })
  })

  test.each([
    'photos',
    'https://s3.local/photos',
    's3://',
    's3://me:hush@Photos',
    's3://me:hush@ab',
    's3://me:hush@photos/a b',
    's3://me:hush@photos/a//b',
    's3://me:hush@photos/a<b',
    's3://me:hush@photos?endpoint=s3.local',
    's3://me:hush@photos?endpoint=https://s3.local/path',
    's3://me:hush@photos?endpoint=https://me:hush@s3.local',
    's3://me:hush@photos?reigon=eu-central-1',
    's3://me:hush@photos?addressing=host',
    's3://me:hush@photos?addressing=virtual&endpoint=http://127.0.0.1:9000',
    's3://me:hush@photos?addressing=virtual&endpoint=http://[::1]:9000',
  ])('%s is no address of a bucket, and no secret is repeated', (raw) => {
    const problems = problemsOf({ STORAGE_URL: raw })
    expect(problems).toEqual([expect.stringMatching(/^STORAGE_URL: (must|may|has) /)])
    expect(problems.join()).not.toContain('hush')
  })

  test.each(['redis.local', 'http://:hush@redis.local', 'redis://', 'redis://:hush@redis.local:port'])(
    '%s is no address of a Redis, and no secret is repeated',
    (raw) => {
      const problems = problemsOf({ REDIS_URL: raw })
      expect(problems).toEqual([expect.stringMatching(/^REDIS_URL: must be an address like /)])
      expect(problems.join()).not.toContain('hush')
    },
  )

  test('Sentinels are told apart from the Redis they lead to', () => {
    const url = 'rediss://ann:word@one:26380/2?family=6&master=main&sentinels=two,[::1]:26381&sentinel_password=w%26'
    expect(loadConfig({ REDIS_URL: url }, machine).redis).toEqual({
      url: 'rediss://ann:word@one:26380/2?family=6',
      sentinel: {
        master: 'main',
        nodes: [
          { host: 'one', port: 26_380 },
          { host: 'two', port: 26_379 },
          { host: '::1', port: 26_381 },
        ],
        password: 'w&',
      },
    })
  })

  test.each([
    ['redis://:hush@one?sentinels=two:26379', /also say what they call the master/],
    ['redis://one?sentinel_password=hush', /also say what they call the master/],
    ['redis://:hush@one?master=main&sentinels=two:port', /must list further Sentinels like/],
  ])('%s are no Sentinels, and no secret is repeated', (raw, message) => {
    const problems = problemsOf({ REDIS_URL: raw })
    expect(problems).toEqual([expect.stringMatching(message)])
    expect(problems.join()).not.toContain('hush')
  })

  test.each([
    ['nothing.pem', /^CA_FILE: must be a file of certificates in PEM form \(it cannot be read: ENOENT\)/],
    ['empty.pem', /^CA_FILE: .*\(there is no certificate in it\)/],
  ])('%s holds no authorities', (name, message) => {
    writeFileSync(path.join(folder, 'empty.pem'), 'hello')
    expect(problemsOf({ CA_FILE: path.join(folder, name) })).toEqual([expect.stringMatching(message)])
  })

  test.each([
    'mail.example.com',
    'http://me:hush@mail.example.com',
    'smtp://',
    'smtp://me:hush@mail.example.com:port',
    'smtp://me:hush@mail.example.com/inbox',
    'smtp://me:hush@mail.example.com?tls.rejectUnauthorized=false',
    'smtp://me:hush%@mail.example.com',
  ])('%s is no address of a mail server, and no secret is repeated', (raw) => {
    const problems = problemsOf({ SMTP_URL: raw, MAIL_FROM: 'photos@example.com' })
    expect(problems).toEqual([expect.stringMatching(/^SMTP_URL: must be an address like /)])
    expect(problems.join()).not.toContain('hush')
  })

  test.each(['photos', 'Photos <photos@example.com>', 'photos@example.com, others@example.com', 'a b@example.com'])(
    '%s is no address that mails can come from',
    (raw) => {
      const problems = problemsOf({ SMTP_URL: 'smtp://mail.example.com', MAIL_FROM: raw })
      expect(problems[0]).toMatch(/^MAIL_FROM: must be an email address without a name/)
    },
  )

  test('mail needs a sender, and its password is never shown', () => {
    const SMTP_URL = 'smtp://ann:hush@mail.example.com:587'
    expect(problemsOf({ SMTP_URL })).toEqual(['SMTP_URL: needs MAIL_FROM, the address that mails come from'])
    const env = { SMTP_URL, MAIL_FROM: 'photos@example.com' }
    const inForce = settingsInForce(loadConfig(env, machine), env)
    expect(inForce.find(({ name }) => name === 'SMTP_URL')?.value).toBe('smtp://***@mail.example.com:587')
    expect(JSON.stringify(inForce)).not.toContain('hush')
  })

  test('a key is nothing without its secret, and a redirect needs a bucket', () => {
    for (const half of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']) {
      expect(problemsOf({ STORAGE_URL: 's3://photos', [half]: 'half' })).toEqual([
        'STORAGE_URL: needs both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or neither',
      ])
    }
    expect(problemsOf({ RESULT_DELIVERY: 'redirect' })).toEqual(['RESULT_DELIVERY: redirect needs STORAGE_URL'])
  })

  test('a queue needs Redis and a bucket', () => {
    expect(problemsOf({ ENGINE: 'queue' })).toEqual([
      'ENGINE: queue needs REDIS_URL, where the jobs wait',
      'ENGINE: queue needs STORAGE_URL, where the pictures pass',
    ])
  })

  test('a config cannot be changed, at any depth', () => {
    const config = loadConfig({ FETCH_ALLOW: 'images.local:8443' }, machine)
    for (const part of [config, config.server, config.engine, config.limits, config.fetchAllow]) {
      expect(Object.isFrozen(part)).toBe(true)
    }
  })
})

describe('workers and threads by default', () => {
  test.each<[cores: number, memoryGb: number, workers: number, threads: number]>([
    [1, 64, 1, 1],
    [2, 64, 1, 2],
    [3, 64, 1, 3],
    [8, 64, 2, 4],
    [64, 256, 16, 4],
    [64, 8, 4, 4],
    [8, 3, 1, 4],
    [8, 0.5, 1, 4],
  ])('%i cores and %d GB give %i workers of %i threads', (cores, memoryGb, workers, threadsPerWorker) => {
    const { engine } = loadConfig({}, { cores, memoryBytes: memoryGb * GB })
    expect(engine).toMatchObject({ workers, threadsPerWorker })
    expect(engine.workers * engine.threadsPerWorker).toBeLessThanOrEqual(cores)
  })

  test('fewer threads per worker leave room for more workers', () => {
    expect(loadConfig({ THREADS_PER_WORKER: '1' }, machine).engine.workers).toBe(4)
  })
})
