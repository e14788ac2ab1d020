/** Every answer of /v1.0 as the document shows it: pictures, and refusals with their codes, headers and examples. */
import { Type } from 'typebox'
import { COMMON, CUTOUT, NOTICE, QUEUE, RATE, REPLAYED, RETRY } from '../document/headers.js'
import { named } from '../document/named-schemas.js'
import { compatErrors } from './errors.js'

const CODES = [...new Set(Object.values(compatErrors).map(([, code]) => code))]

const CompatProblems = named(
  'CompatProblems',
  Type.Object(
    {
      errors: Type.Array(
        Type.Object({
          title: Type.String(),
          code: Type.Unsafe<string>({ type: 'string', enum: CODES }),
          detail: Type.Optional(Type.String()),
        }),
        { minItems: 1, description: 'One for each wrong parameter.' },
      ),
    },
    { description: 'How /v1.0 reports errors.' },
  ),
)

interface Problem {
  readonly title: string
  readonly code: (typeof CODES)[number]
  readonly detail?: string
}

interface Refusal {
  readonly meaning: string
  readonly examples: readonly Problem[]
  /** Can also happen after the rate check, which image routes have. */
  readonly counted?: boolean
  readonly headers?: Readonly<Record<string, object>>
}

const REFUSALS = {
  400: {
    meaning:
      'Bad parameter or encoding, no image or several, an image that cannot be used, failed download, no subject',
    counted: true,
    examples: [
      {
        title: 'Invalid parameter: crop_margin',
        code: 'invalid_parameter',
        detail: "Use 1, 2 or 4 values of at most 50% or 500px; got '51%'.",
      },
      {
        title: 'File too large: image_file',
        code: 'file_too_large',
        detail: 'image_file: the file is larger than 20971520 bytes',
      },
      { title: 'Invalid image: image_file', code: 'invalid_image' },
      { title: 'Failed to download image_url: status 404', code: 'failed_image_download' },
      { title: 'No foreground found', code: 'unknown_foreground', detail: 'No foreground was found' },
    ],
  },
  402: {
    meaning: 'The size costs more credits than the account has',
    counted: true,
    examples: [
      {
        title: 'Insufficient credits',
        code: 'insufficient_credits',
        detail: 'This request needs 1 credit; 0 available',
      },
    ],
  },
  403: {
    meaning: 'The key is missing, wrong or expired, has no scope for this, or its account is suspended',
    examples: [
      { title: 'Missing API Key', code: 'auth_failed', detail: 'The header X-Api-Key is missing' },
      { title: 'API Key invalid', code: 'auth_failed', detail: 'The API key is not valid' },
      {
        title: 'Forbidden',
        code: 'forbidden',
        detail:
          'This API key may not be used for remove, only for account: its owner can change that, or use another key',
      },
    ],
  },
  429: {
    meaning: 'Rate limit exceeded, or too many uploads at the same time; see `Retry-After`',
    counted: true,
    headers: RETRY,
    examples: [
      {
        title: 'Rate limit exceeded',
        code: 'rate_limit_exceeded',
        detail: '60 images per minute; retry in 23 seconds',
      },
    ],
  },
  500: {
    meaning: 'An error in the server; nothing was charged',
    counted: true,
    examples: [{ title: 'Internal error', code: 'internal_error', detail: 'Request id req_01JC8Z5S8W' }],
  },
  503: {
    meaning: 'Overload; see `Retry-After`. Costs neither a rate unit nor a credit',
    counted: true,
    headers: RETRY,
    examples: [
      { title: 'Service busy', code: 'service_busy', detail: 'Too many uploads at the same time; retry in 5 seconds' },
    ],
  },
} as const satisfies Record<number, Refusal>

/** Protocol errors, which never reach a route. */
const ANY_OTHER: Refusal = {
  meaning: 'Protocol errors: 408, 413, 417 or 431',
  examples: [{ title: 'Invalid request', code: 'invalid_parameter', detail: 'The request took too long to arrive' }],
}

function refusal({ meaning, examples, counted, headers }: Refusal, images: boolean): object {
  const codes = [...new Set(examples.map(({ code }) => `\`${code}\``))].join(', ')
  const values = examples.map((example) => [example.title, { value: { errors: [example] } }])
  return {
    description: `${codes}. ${meaning}.`,
    headers: { ...COMMON, ...headers, ...(counted && images ? { ...RATE, ...QUEUE } : {}) },
    content: { 'application/json': { schema: CompatProblems, examples: Object.fromEntries(values) } },
  }
}

type Status = keyof typeof REFUSALS

export function compatRefusals(statuses: readonly Status[], images = false): Record<string, object> {
  const known = statuses.map((status) => [status, refusal(REFUSALS[status], images)])
  return { ...Object.fromEntries(known), default: refusal(ANY_OTHER, images) }
}

const whole = (description: string) => Type.Integer({ minimum: 0, description })

const CutoutJson = named(
  'CutoutJson',
  Type.Object({
    data: Type.Object({
      result_b64: Type.String({ contentEncoding: 'base64', description: 'The picture, as base64.' }),
      foreground_top: whole('Top edge of the subject, in pixels of the returned picture.'),
      foreground_left: whole('Left edge of the subject.'),
      foreground_width: whole('Width of the subject.'),
      foreground_height: whole('Height of the subject.'),
    }),
  }),
)

const picture = { schema: { type: 'string', format: 'binary' } }

export const cutoutAnswers = {
  200: {
    description:
      'The picture; or JSON, with the picture as base64, if `Accept` lists `application/json` and neither `*/*` nor an ' +
      'image type. The headers are the same.',
    headers: { ...COMMON, ...CUTOUT, ...NOTICE, ...RATE, ...QUEUE, ...REPLAYED },
    content: {
      'image/png': picture,
      'image/jpeg': picture,
      'image/webp': picture,
      'application/zip': picture,
      'application/json': { schema: CutoutJson },
    },
  },
  ...compatRefusals([400, 402, 403, 429, 500, 503], true),
}
