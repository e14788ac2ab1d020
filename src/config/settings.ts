/** Every setting, once, with its kind, its default and its meaning. docs/settings.md is checked against this table. */
import { USUAL_PRICES } from '../catalog/prices.js'
import { QUALITIES } from '../catalog/qualities.js'
import {
  certificateFile,
  databaseUrl,
  emailAddress,
  headerList,
  hostList,
  integer,
  oneOf,
  optionalInteger,
  optionalUrl,
  pageUrl,
  redisAddress,
  s3Address,
  secret,
  smtpUrl,
  someOf,
  text,
  wordList,
} from './setting.js'

const DEAREST = 1000

/** Other vendors whose requests are understood. */
export const DIALECTS = ['clipdrop', 'photoroom', 'pixian', 'rembg'] as const
export type Dialect = (typeof DIALECTS)[number]

export const settings = {
  HOST: text('127.0.0.1', 'Address to listen on'),
  PORT: integer(8080, 0, 65_535, 'Port to listen on; 0 takes a free one'),
  BASE_URL: optionalUrl(
    'http://HOST:PORT',
    'Public address of the API, as clients see it; needed where HOST is 0.0.0.0 or ::',
  ),
  CDN_URL: optionalUrl('BASE_URL', 'Public address of the results'),
  TRUSTED_PROXIES: integer(0, 0, 16, 'Proxies before the server whose X-Forwarded-For tells who calls'),
  DATA_DIR: text('./data', 'Folder for database and results, and where it is set for networks too'),
  DATABASE_URL: databaseUrl('A PostgreSQL database instead: postgres://user:password@host/name; see docs/fleet.md'),
  DATABASE_CONNECTIONS: integer(10, 2, 1000, 'Connections to PostgreSQL, at most'),
  STORAGE_URL: s3Address(
    'DATA_DIR/results',
    'Where results are kept: s3://bucket/prefix?endpoint=…&region=…; see docs/fleet.md',
  ),
  AWS_ACCESS_KEY_ID: secret('Key for STORAGE_URL, unless the address holds it, or the machine is given one'),
  AWS_SECRET_ACCESS_KEY: secret('Its secret'),
  AWS_SESSION_TOKEN: secret('Its token, where it has one'),
  RESULT_DELIVERY: oneOf(
    ['server', 'redirect'],
    'server',
    'Who sends results: the server, or the S3 store after a redirect',
  ),
  REDIS_URL: redisAddress(
    'none',
    'Redis that servers share for rate limits and news: redis://host:6379; see docs/fleet.md',
  ),
  CA_FILE: certificateFile(
    'Authorities of your own, whose certificates PostgreSQL, Redis, the S3 store and the mail server may show: a PEM file',
  ),
  ENGINE: oneOf(
    ['embedded', 'queue'],
    'embedded',
    'Who processes pictures: this server, or `bin/silhouette worker` on any machine; see docs/fleet.md',
  ),
  WORKER_PORT: optionalInteger(
    'none',
    0,
    65_535,
    'Port of a worker machine, at HOST, for /healthz, /readyz and /metrics; without it, it does not listen',
  ),
  WORKERS: optionalInteger('by cores and memory', 1, 256, 'Worker processes; each loads the networks once'),
  THREADS_PER_WORKER: optionalInteger('cores, at most 4', 1, 256, 'Threads of one worker'),
  QUALITY: oneOf(
    QUALITIES,
    'balanced',
    'What requests without `detail` get: how often and from how near the network looks; see docs/settings.md',
  ),
  MATTE_NETWORK: text(
    '',
    'An added network that they get instead: its name, or the path of a known .onnx file; see docs/networks.md',
  ),
  NETWORK_MEMORY_MB: integer(
    4096,
    1,
    1_048_576,
    'Room for added networks in one worker; beyond it, the one not used for longest is unloaded',
  ),
  NETWORK_IDLE_MINUTES: integer(10, 1, 10_080, 'An added network that nobody has used for this long is unloaded'),
  EXECUTION_PROVIDERS: wordList(
    ['cpu'],
    'What runs matte networks, where this build of onnxruntime has it: cpu, cuda, coreml, dml, …',
  ),
  QUEUE_SIZE: integer(
    64,
    0,
    100_000,
    'Requests that may wait for up to four workers, in proportion for more; beyond it 503',
  ),
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
  RATE_LIMIT_PER_MINUTE: integer(
    40,
    1,
    1_000_000,
    'Images per minute and key, unless the key or its account has its own limit',
  ),
  ACCOUNT_RATE_LIMIT: optionalInteger(
    'three times RATE_LIMIT_PER_MINUTE',
    1,
    1_000_000,
    'Images per minute and account, over all its keys, unless the account has its own limit',
  ),
  RESULT_TTL_SECONDS: integer(259_200, 1, 31_536_000, 'Life of a result; three days'),
  REQUEST_LOG_DAYS: integer(30, 0, 3650, 'How long the log of requests is kept; 0 keeps none'),
  SIGNUP: oneOf(['open', 'closed'], 'open', 'Whether strangers can make accounts on the account page'),
  VISITORS: oneOf(
    ['local', 'on', 'off'],
    'local',
    'Who may cut out photos on the first page without an account: visitors on this machine; with `on` all, who get small ' +
      'previews elsewhere; or none',
  ),
  FREE_CREDITS: integer(1, 0, 1_000_000, 'Opening balance of a new account'),
  UNLIMITED: oneOf(
    ['owner', 'all', 'none'],
    'owner',
    'Whose images cost nothing and have no watermark: those of the owner whom the first start makes, of all accounts, or ' +
      'of none; others by `account unlimited` or on the operator’s page',
  ),
  PRICE_REMOVE: integer(USUAL_PRICES.remove, 0, DEAREST, 'Credits for a full cut-out, in every API'),
  PRICE_ID_PHOTO: integer(USUAL_PRICES['id-photo'], 0, DEAREST, 'Credits for an ID photo, or a sheet of them'),
  PRICE_PORTRAIT_STYLE: integer(USUAL_PRICES['portrait-style'], 0, DEAREST, 'Credits for a portrait in a style'),
  MORE_CREDITS_TEXT: text('', 'What the account page says to users who run out of credits: whom to ask, what it costs'),
  FORGOTTEN_PASSWORD_TEXT: text(
    '',
    'What it says to users who have forgotten their password, instead of “ask the operator”; not with SMTP_URL',
  ),
  TERMS_URL: pageUrl('Your terms of use; linked at the foot of every page'),
  PRIVACY_URL: pageUrl('Your privacy policy; linked there, too'),
  IMPRINT_URL: pageUrl('Your imprint, or whom to contact; linked there, too'),
  SMTP_URL: smtpUrl('Mail server for links to a new password and to confirm addresses: smtp://user:password@host:587'),
  MAIL_FROM: emailAddress('The address that these mails come from; needed with SMTP_URL'),
  PREVIEW_MAX_SIDE: integer(4096, 32, 4096, 'Longest side of a preview of /v1'),
  STYLE_PREVIEWS: oneOf(
    ['idle', 'asked'],
    'idle',
    'When pictures of styles are made: while workers idle, or when asked for',
  ),
  DIALECTS: someOf(
    DIALECTS,
    'Other vendors whose requests are answered as well: clipdrop, photoroom, pixian, rembg; see docs/dialects.md',
  ),
  REMBG_KEY: secret(
    'API key that pays for callers of /api/remove without one, as rembg’s are; whoever reaches the server may then use it up',
  ),
  FETCH_ALLOW: hostList('Comma-separated host:port list that images may come from and webhooks go to although private'),
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
  OTEL_EXPORTER_OTLP_ENDPOINT: optionalUrl(
    'none',
    'OpenTelemetry collector that traces go to, by OTLP over HTTP (JSON): http://host:4318',
  ),
  OTEL_EXPORTER_OTLP_HEADERS: headerList('Headers for it, comma-separated: name=value'),
  SILHOUETTE_URL: {
    ...optionalUrl('none', 'A server that makes the results of `remove`, `id-photo` and `style`'),
    formerly: 'SILHOUETTE_SERVER',
  },
  SILHOUETTE_KEY: { ...secret('API key for SILHOUETTE_URL, or for `--server`'), formerly: 'SILHOUETTE_API_KEY' },
  LOG_LEVEL: oneOf(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'info', 'What is logged'),
} as const

/** The values of all settings, by name. */
export type Values = { -readonly [K in keyof typeof settings]: ReturnType<(typeof settings)[K]['parse']> }
