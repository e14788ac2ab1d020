/** Every answer of /v1 as the document shows it: results, and refusals with their codes, headers and examples. */
import { Type } from 'typebox'
import type { Config } from '../../config/config.js'
import { COMMON, NOTICE, QUEUE, RATE, REPLAYED, RETRY } from '../document/headers.js'
import { named } from '../document/named-schemas.js'
import { limitsInWords } from '../limits-in-words.js'
import { v1Errors } from './errors.js'

const CODES = [...new Set(Object.values(v1Errors).map(([, code]) => code))]

const Problem = named(
  'Problem',
  Type.Object(
    {
      errors: Type.Object({
        code: Type.Unsafe<string>({ type: 'string', enum: CODES, description: 'For programs.' }),
        message: Type.String({ description: 'For people: what was wrong, and what is allowed.' }),
      }),
    },
    { description: 'How /v1 reports errors.' },
  ),
)

export const NO_RESULT = 'There is no such result; results are deleted when they expire'

interface Refusal {
  readonly meaning: string
  /** Messages as the server words them, by what happened. */
  readonly examples: Readonly<Record<string, string>>
  /** Can also happen after the rate check, which image routes have. */
  readonly counted?: boolean
  readonly headers?: Readonly<Record<string, object>>
}

const REFUSALS = {
  400: {
    meaning: 'No image, two images, file too large, bad parameter, failed download or malformed body',
    counted: true,
    examples: {
      'no image': 'No image given: send image_file (multipart/form-data) or image_url',
      'bad value': "size must be one of preview, full, auto; got 'huge'",
      'file too large': 'image_file: the file is larger than 20971520 bytes',
      'failed download': 'Failed to download image_url: status 404',
    },
  },
  401: {
    meaning: '`X-Api-Key` missing, malformed, unknown, revoked or expired',
    examples: { 'no key': 'The header X-Api-Key is missing', 'wrong key': 'The API key is not valid' },
  },
  402: {
    meaning: 'The operation costs more than the balance',
    counted: true,
    examples: { 'no credit': 'This request needs 1 credit; 0 available' },
  },
  403: {
    meaning: 'The key has no scope for this operation, or its account is suspended; nothing was read or charged',
    examples: {
      'no scope':
        'This API key may not be used for id-photo, only for remove: its owner can change that, or use another key',
    },
  },
  404: {
    meaning: 'There is no such address, or the result has been deleted',
    examples: { 'no result': NO_RESULT },
  },
  422: {
    meaning:
      'The image cannot be processed: damaged, unsupported, too small, too large, nothing to cut out, or (for an ID photo) no usable face',
    counted: true,
    examples: { 'no subject': 'No foreground was found', 'no face': 'No face was found' },
  },
  429: {
    meaning: 'Rate limit exceeded, or too many uploads at the same time; see `Retry-After`',
    counted: true,
    headers: RETRY,
    examples: { 'over the rate': '60 images per minute; retry in 23 seconds' },
  },
  500: {
    meaning: 'An error in the server, or a job that exceeded its time limit; nothing was charged',
    counted: true,
    examples: { 'server error': 'Internal error; request id req_01JC8Z5S8W' },
  },
  503: {
    meaning:
      'Queue full, too many uploads, or shutting down; see `Retry-After`. Costs neither a rate unit nor a credit',
    counted: true,
    headers: RETRY,
    examples: { overload: 'Too many uploads at the same time; retry in 5 seconds' },
  },
} as const satisfies Record<number, Refusal>

/** Protocol errors, which never reach a route. */
const ANY_OTHER: Refusal = {
  meaning: 'Protocol errors: 408, 413, 417 or 431',
  examples: { 'too slow': 'The request took too long to arrive' },
}

type Status = keyof typeof REFUSALS

/** Of a route without parameters. */
export const TAKES_NONE: Readonly<Partial<Record<Status, Refusal>>> = {
  400: {
    meaning: 'There is a parameter in the address',
    examples: { 'unknown parameter': 'page is not a parameter of this route, which takes none' },
  },
}

const codesOf = (status: number): string[] => [
  ...new Set(Object.values(v1Errors).flatMap(([known, code]) => (known === status ? [code] : []))),
]

function refusal(status: number, { meaning, examples, counted, headers }: Refusal, images: boolean): object {
  const [code = 'validation error', ...others] = codesOf(status)
  const codes = [code, ...others].map((name) => `\`${name}\``).join(', ')
  const answers = Object.entries(examples).map(([name, message]) => [name, { value: { errors: { code, message } } }])
  return {
    description: `${codes}. ${meaning}.`,
    headers: { ...COMMON, ...headers, ...(counted && images ? { ...RATE, ...QUEUE } : {}) },
    content: { 'application/json': { schema: Problem, examples: Object.fromEntries(answers) } },
  }
}

/** `own`: what a status means on a route, where that differs from the others. */
export function refusals(
  statuses: readonly Status[],
  images = false,
  own: Readonly<Partial<Record<Status, Refusal>>> = {},
): Record<string, object> {
  const known = statuses.map((status) => [status, refusal(status, own[status] ?? REFUSALS[status], images)])
  return { ...Object.fromEntries(known), default: refusal(0, ANY_OTHER, images) }
}

/** An answer in JSON. */
export const answer = (
  description: string,
  schema: object,
  headers: Readonly<Record<string, object>> = {},
  examples: Readonly<Record<string, unknown>> = {},
): object => ({
  description,
  headers: { ...COMMON, ...headers },
  content: { 'application/json': { schema, ...(Object.keys(examples).length > 0 && { examples: shown(examples) }) } },
})

const shown = (examples: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))

/** Answers that every image route of /v1 can give. */
export function imageRouteAnswers(config: Config, headers: Readonly<Record<string, object>> = {}) {
  const { resultLife } = limitsInWords(config)
  const Result = named(
    'Result',
    Type.Object({
      url: Type.String({
        format: 'uri',
        description: `Temporary address of the processed image; it is deleted after ${resultLife}.`,
      }),
    }),
  )
  return {
    201: answer(`The result is kept for ${resultLife}.`, Result, {
      ...NOTICE,
      ...RATE,
      ...QUEUE,
      ...REPLAYED,
      ...headers,
    }),
    ...refusals([400, 401, 402, 403, 422, 429, 500, 503], true),
  }
}

/** Answers of other routes. */
const OTHER_MEANINGS: Readonly<Record<number, string>> = {
  405: 'The address exists, but not with this method; see `Allow`',
}

/** Every code of /v1 once, with its status and meaning: for the guide on the account page. */
export const v1ErrorMeanings = [...new Map(Object.values(v1Errors).map(([status, code]) => [code, status]))].flatMap(
  ([code, status]) => {
    const refused: Readonly<Record<number, Refusal>> = REFUSALS
    const meaning = refused[status]?.meaning ?? OTHER_MEANINGS[status]
    return meaning === undefined ? [] : [{ code, status, meaning }]
  },
)
