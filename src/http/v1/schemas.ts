/** The parameters of /v1: one object is validation, type and documentation at once. */
import { Type } from 'typebox'
import type { Config } from '../../config.js'
import { limitsInWords } from '../limits-in-words.js'

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
