/** The shapes of /v1: one object is validation, type and documentation at once. */
import { Type } from 'typebox'
import type { Config } from '../../config.js'
import { limitsInWords } from '../limits-in-words.js'
import { v1Errors } from './errors.js'

export function imageFile(config: Config) {
  const { file, pixels } = limitsInWords(config)
  return Type.Unsafe<never>({
    type: 'string',
    format: 'binary',
    description: `The image: JPEG, PNG, WebP or BMP, told apart by content; at most ${file}, 32 to 10000 px, under ${pixels}.`,
    'x-allowed': 'a file, in multipart/form-data',
  })
}

export const ImageUrl = Type.String({
  pattern: '^[hH][tT][tT][pP][sS]?://[^\\s/]',
  maxLength: 4096,
  description: 'Public http or https address of the image, instead of `image_file`.',
  'x-allowed': 'an absolute http or https URL',
})

export function oneOf<T extends string>(choices: readonly T[], fallback: T, description: string) {
  return Type.Optional(Type.Unsafe<T>({ type: 'string', enum: [...choices], default: fallback, description }))
}

/** Of operations that have a free preview. */
export const previewField = (description: string) =>
  oneOf(
    ['0', '1', 'false', 'true'],
    '0',
    `\`1\`: free and watermarked, at most 400 px on the longest side. ${description}`,
  )

export const isPreview = (field: string | undefined): boolean => field === '1' || field === 'true'

/** A pattern for a word in any case: JSON Schema has no flag for that. */
export const anyCase = (word: string): string =>
  word.replaceAll(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`)

export const ImageHeaders = Type.Object({
  'Idempotency-Key': Type.Optional(
    Type.String({
      maxLength: 255,
      description:
        'A text of your choice. The same request with the same key within 24 hours gives the first answer again, with ' +
        '`Idempotent-Replayed: true`; it is not charged and uses no unit of the rate.',
    }),
  ),
})

const resultFor = (life: string) =>
  Type.Object({
    url: Type.String({
      format: 'uri',
      description: `Temporary address of the processed image; it is deleted after ${life}.`,
    }),
  })

const Problem = Type.Object({
  errors: Type.Object({ code: Type.String(), message: Type.String() }),
})

const meanings: Record<number, string> = {
  400: 'No image, two images, file too large, bad parameter, failed download or malformed body',
  401: '`X-Api-Key` missing, malformed, unknown or revoked',
  402: 'The operation costs more than the balance',
  422: 'The image cannot be processed: damaged, unsupported, too small, too large, nothing to cut out, or (for an ID photo) no usable face',
  429: 'Rate limit exceeded, or too many uploads at the same time; see `Retry-After`',
  500: 'Our fault, also a job that passed its time limit; nothing was charged',
  503: 'Queue full, too many uploads, or shutting down; see `Retry-After`. Uses no rate unit and no credit',
}

/** Answers of routes other than those for images. */
const otherMeanings: Record<number, string> = {
  404: 'There is no such address, or the result is deleted already',
  405: 'The address exists, but not with this method; see `Allow`',
}

/** Every code of /v1 once, with its status and meaning: for the guide on the account page. */
export const v1ErrorMeanings = [...new Map(Object.values(v1Errors).map(([status, code]) => [code, status]))].flatMap(
  ([code, status]) => {
    const meaning = meanings[status] ?? otherMeanings[status]
    return meaning === undefined ? [] : [{ code, status, meaning }]
  },
)

/** Answers that every image route of /v1 can give, for the documentation. */
export function imageRouteResponses(config: Config) {
  const { resultLife } = limitsInWords(config)
  return { 201: { ...resultFor(resultLife), description: `The result is kept for ${resultLife}.` }, ...refusals }
}

const refusals = Object.fromEntries(
  Object.entries(meanings).map(([status, description]) => {
    const codes = Object.values(v1Errors).filter(([known]) => known === Number(status))
    const code = [...new Set(codes.map(([, name]) => `\`${name}\``))].join(', ')
    return [status, { ...Problem, description: `${code}. ${description}.` }]
  }),
)
