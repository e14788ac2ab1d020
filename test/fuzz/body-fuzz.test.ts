/**
 * Strangers' bodies: whatever is sent, in whatever pieces, there is an answer in the dialect's envelope, nothing is left
 * behind, and little is held meanwhile. A failure prints fast-check's seed and the smallest case. `npm run fuzz` tries
 * many more.
 */
import { Readable } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { FormBuilder } from '../../src/http/body/form-builder.js'
import { USUAL_FIELDS } from '../../src/http/body/limits.js'
import type { Body } from '../http/app.js'
import { useApp } from '../http/app.js'
import {
  BASE64_FIELD,
  cut,
  type Encoding,
  encode,
  encodings,
  type Field,
  fields,
  mutate,
  mutation,
  withoutBoundary,
} from './bodies.js'
import { budget, TIMEOUT_MS } from './budget.js'
import { type Read, readBody } from './read-body.js'

const app = useApp({ RATE_LIMIT_PER_MINUTE: '1000000', MAX_UPLOAD_BYTES: '100000' })

const sizes = fc.array(fc.integer({ min: 1, max: 70 }), { minLength: 1, maxLength: 5 })

/** Little is held after any piece. */
const read = (encoding: Encoding, body: Body, pieceSizes: readonly number[]): Read | AppError =>
  readBody(encoding, body, pieceSizes, (scanner, piece) =>
    expect(bytesIn(scanner, 4)).toBeLessThan(2 * USUAL_FIELDS.bytes + 9000 + piece.length),
  )

/** Of all texts and buffers that a scanner holds on to; the form has its own bounds. */
function bytesIn(value: unknown, depth: number): number {
  if (Buffer.isBuffer(value) || typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null || depth === 0 || value instanceof FormBuilder) return 0
  return Object.values(value).reduce((sum: number, inner) => sum + bytesIn(inner, depth - 1), 0)
}

/** The rule for base64, as it reads when the whole text is there. */
function decodedLength(text: string): number | undefined {
  const packed = text
    .trim()
    .replace(/^data:[^,]{0,200};base64,/i, '')
    .replaceAll(/[ \t\n\v\f\r]+/g, '')
  const digits = packed.replace(/={1,2}$/, '')
  const missing = (4 - (digits.length % 4)) % 4
  const isBase64 = !/[^A-Za-z0-9+/_-]/.test(digits) && missing < 3 && packed.length - digits.length <= missing
  return digits === '' || !isBase64 ? undefined : Math.floor((digits.length * 3) / 4)
}

/** It was given, but is no base64. */
const isText = (text: string, size: number | undefined): boolean => size === undefined && text.trim() !== ''

/** What ordinary parsers make of the same fields. */
function expected(encoding: Encoding, list: readonly Field[]): Map<string, string> {
  const texts = encoding === 'multipart' ? list.map(([name, text]) => [name, withoutBoundary(text)] as const) : list
  const known = texts.filter(([name, text]) => name !== BASE64_FIELD && text.trim() !== '')
  return new Map(known.map(([name, text]) => [name, text.trim()]))
}

describe('what was found: bodies that once stopped the server, or might', () => {
  const form = (payload: string): Body => ({
    payload,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  const json = (payload: string): Body => ({ payload, headers: { 'content-type': 'application/json' } })
  const parts = (payload: string): Body => ({
    payload,
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
  })

  test.each<[Encoding, Body]>([
    ['json', json(`{"x":[${'{},'.repeat(50_000)}{}]}`)],
    ['json', json(`{"x":${'['.repeat(100_000)}`)],
    ['json', json(`{${'"a":1,'.repeat(50_000)}"a":1}`)],
    ['json', json(`{"image_file_b64":"${'\\u0020'.repeat(50_000)}"}`)],
    ['json', json('{"image_file_b64":"AAAA\\')],
    ['json', json('{"image_file_b64":"AAAA\\u00')],
    ['json', json('["image_file_b64":"AAAA"]')],
    ['json', json('{"image_file_b64":"AAAA" "AAAA"}')],
    ['urlencoded', form('a&'.repeat(100_000))],
    ['urlencoded', form(`image_file_b64=${'A A'.repeat(50_000)}`)],
    ['urlencoded', form(`image_file_b64=${'+'.repeat(100_000)}`)],
    ['urlencoded', form('image_file_b64=AAAA%')],
    ['multipart', parts('--b\r\n'.repeat(50_000))],
    ['multipart', parts(`--b\r\nContent-Disposition: form-data; ${'name="'.repeat(20_000)}`)],
    ['multipart', parts(`--b\r\n\r\n${'\r\n--'.repeat(50_000)}`)],
    ['multipart', parts(`--b\r\nContent-Disposition: form-data; name="image_file_b64"\r\n\r\n${' '.repeat(90_000)}`)],
  ])('%s %#', async (encoding, body) => {
    for (const pieceSizes of [[7], [65_536]]) expect(read(encoding, body, pieceSizes)).toBeDefined()
    const { key } = await app.caller()
    await answered(key, body, '/v1.0/cutout', [])
    await answered(key, body, '/v1/remove', [1000])
  })
})

test(
  'honest bodies are read as they were meant, wherever they are cut',
  () => {
    fc.assert(
      fc.property(fc.constantFrom(...encodings), fields, sizes, (encoding, list, pieceSizes) => {
        // A name that JSON says twice has its last value, empty or not; control characters end no header line.
        const unique = [...new Map(list.map((field) => [field[0], field])).values()]
        const honest = encoding === 'multipart' ? unique.filter(([name]) => !/[\r\n]/.test(name)) : unique
        const body = encode(encoding, honest)
        const whole = read(encoding, body, [])
        expect(read(encoding, body, pieceSizes)).toEqual(whole)
        if (whole instanceof AppError) throw whole
        const picture = new Map(honest).get(BASE64_FIELD) ?? ''
        const size = decodedLength(encoding === 'multipart' ? withoutBoundary(picture) : picture)
        expect([whole.files.get(BASE64_FIELD), whole.fields.has(BASE64_FIELD)]).toEqual([size, isText(picture, size)])
        whole.fields.delete(BASE64_FIELD)
        expect(whole.fields).toEqual(expected(encoding, honest))
      }),
      budget,
    )
  },
  TIMEOUT_MS,
)

test(
  'damaged bodies are read or refused, the same wherever they are cut',
  () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...encodings),
        fields,
        fc.array(mutation, { minLength: 1, maxLength: 3 }),
        sizes,
        (encoding, list, changes, pieceSizes) => {
          const body = encode(encoding, list)
          const payload = changes.reduce(mutate, Buffer.from(body.payload))
          const [whole, pieces] = [[], pieceSizes].map((it) => read(encoding, { ...body, payload }, it))
          // Which of two mistakes is seen first may depend on the pieces.
          if (whole instanceof AppError) expect(pieces).toBeInstanceOf(AppError)
          else expect(pieces).toEqual(whole)
        },
      ),
      budget,
    )
  },
  TIMEOUT_MS,
)

async function answered(key: string, body: Body, url: string, pieceSizes: readonly number[]): Promise<void> {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: { ...body.headers, 'x-api-key': key },
    payload: Readable.from(cut(Buffer.from(body.payload), pieceSizes)),
  })
  expect([200, 201, 400, 422]).toContain(answer.statusCode)
  if (answer.statusCode < 300) return
  const text = expect.stringMatching(/./)
  const envelope = url.startsWith('/v1.0')
    ? { errors: expect.arrayContaining([expect.objectContaining({ title: text, code: text })]) }
    : { errors: { code: text, message: text } }
  expect(answer.json()).toEqual(envelope)
}

test(
  'every damaged body gets an answer in the words of its dialect, and leaves nothing behind',
  async () => {
    const { key } = await app.caller({ credits: 1_000_000 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...encodings),
        fields,
        fc.array(mutation, { maxLength: 3 }),
        fc.array(fc.integer({ min: 20, max: 5000 }), { minLength: 1, maxLength: 3 }),
        fc.constantFrom('/v1.0/cutout', '/v1/remove', '/v1/id-photo'),
        async (encoding, list, changes, pieceSizes, url) => {
          const body = encode(encoding, [...list, ['image_url', 'ftp://x']])
          await answered(key, { ...body, payload: changes.reduce(mutate, Buffer.from(body.payload)) }, url, pieceSizes)
          app.engine.seen = []
          expect(await app.spooledFiles()).toEqual([])
        },
      ),
      budget,
    )
  },
  TIMEOUT_MS,
)
