/** Which format a client asks for by its header Accept: the first of those that it likes best; PNG where it does not care. */
import { AppError } from '../../../base/errors.js'
import { clip } from '../../../parameters/reader.js'

const FORMATS = {
  'image/png': 'png',
  'image/webp': 'webp',
  'image/jpeg': 'jpg',
  'image/jpg': 'jpg',
  'image/*': 'png',
  '*/*': 'png',
} as const
type Format = (typeof FORMATS)[keyof typeof FORMATS]

export function acceptedFormat(accept: string | undefined): Format {
  if (!accept?.trim()) return 'png'
  const liked = accept
    .toLowerCase()
    .split(',')
    .map((entry) => entry.split(';').map((part) => part.trim()))
    .map(([type = '', ...parameters]) => ({ type, weight: weightIn(parameters) }))
    .filter(({ type, weight }) => Object.hasOwn(FORMATS, type) && weight > 0)
    .sort((a, b) => b.weight - a.weight)
  const [first] = liked
  if (first) return FORMATS[first.type as keyof typeof FORMATS]
  const message = `Accept must allow image/png, image/webp or image/jpeg; got '${clip(accept)}'`
  throw new AppError('invalid_request', message, { parameter: 'Accept' })
}

function weightIn(parameters: readonly string[]): number {
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  const weight = given === undefined ? 1 : Number(given.slice(2))
  return Number.isNaN(weight) ? 1 : weight
}
