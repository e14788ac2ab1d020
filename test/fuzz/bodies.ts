/** Bodies made at random, in all three encodings: what is in them, how it is written down, and what is done to it. */
import fc from 'fast-check'
import type { Body } from '../http/app.js'

export const encodings = ['json', 'urlencoded', 'multipart'] as const
export type Encoding = (typeof encodings)[number]
export type Field = readonly [name: string, value: string]

export const BASE64_FIELD = 'image_file_b64'
export const FILE_FIELD = 'image_file'
const BOUNDARY = 'b'

const name = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('size', 'crop', BASE64_FIELD, 'image_url', '__proto__', 'toString', '') },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
)
const base64 = fc.uint8Array({ minLength: 1, maxLength: 300 }).map((bytes) => Buffer.from(bytes).toString('base64'))
const value = fc.oneof(
  base64,
  base64.map((text) => `data:image/png;base64,${text.replaceAll(/.{20}/g, '$&\r\n')}`),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    'full',
    'true',
    '',
    ' ',
    `\r\n--${BOUNDARY}x`,
    '@@@',
    '\\',
    '"',
    '%',
    '%4',
    '&=',
    '++++',
    'AA==',
    'AAA',
    'A',
    'AA=A',
    'data:,AAAA',
  ),
)

export const fields: fc.Arbitrary<Field[]> = fc.array(fc.tuple(name, value), { maxLength: 8 })

export function encode(encoding: Encoding, list: readonly Field[]): Body {
  switch (encoding) {
    case 'json': {
      const members = list.map(([key, text]) => `${JSON.stringify(key)}:${escaped(JSON.stringify(text))}`)
      return { payload: Buffer.from(`{${members.join()}}`), headers: { 'content-type': 'application/json' } }
    }
    case 'urlencoded':
      return {
        payload: Buffer.from(new URLSearchParams(list.map(([key, text]): [string, string] => [key, text])).toString()),
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }
    case 'multipart': {
      const parts = list.map(
        ([key, text]) =>
          `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted(key)}"\r\n\r\n${withoutBoundary(text)}\r\n`,
      )
      return {
        payload: Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`),
        headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
      }
    }
  }
}

/** As some writers of JSON do, and those of PHP always. */
const escaped = (text: string): string => text.replaceAll('/', '\\/').replaceAll('A', '\\u0041')

/** What no part may contain, an honest client does not send. */
export const withoutBoundary = (text: string): string => text.replaceAll(`\r\n--${BOUNDARY}`, '')

const quoted = (text: string): string => text.replaceAll(/[\r\n]/g, '').replaceAll(/["\\]/g, '\\$&')

/** Pieces that could follow anything. */
const WORDS = [
  '"',
  '\\',
  '\\u00',
  '{',
  '[',
  ']',
  '}',
  ',',
  ':',
  '&',
  '=',
  '%',
  '\r\n',
  '\r\n\r\n',
  '--',
  `--${BOUNDARY}`,
]
const SNIPPETS = [
  ...WORDS,
  `"${BASE64_FIELD}":"`,
  `${BASE64_FIELD}=`,
  'Content-Disposition: form-data; name="size"',
  '\0',
  '\xff',
]

const place = fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true })

export const mutation = fc.oneof(
  fc.record({ kind: fc.constant('flip' as const), at: place, mask: fc.integer({ min: 1, max: 255 }) }),
  fc.record({ kind: fc.constant('truncate' as const), at: place }),
  fc.record({
    kind: fc.constant('insert' as const),
    at: place,
    text: fc.constantFrom(...SNIPPETS),
    times: fc.nat(300),
  }),
  fc.record({ kind: fc.constant('repeat' as const), at: place, length: fc.nat(60), times: fc.nat(3000) }),
  fc.record({ kind: fc.constant('remove' as const), at: place, length: fc.nat(40) }),
)
export type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never

export function mutate(bytes: Buffer, change: Mutation): Buffer {
  const at = Math.floor(change.at * bytes.length)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  switch (change.kind) {
    case 'flip':
      return Buffer.from(bytes.map((byte, i) => (i === at ? byte ^ change.mask : byte)))
    case 'truncate':
      return before
    case 'insert':
      return Buffer.concat([before, Buffer.from(change.text.repeat(change.times), 'latin1'), after])
    case 'repeat': {
      const repeated = Array.from({ length: change.times }, () => after.subarray(0, change.length))
      return Buffer.concat([before, ...repeated, after])
    }
    case 'remove':
      return Buffer.concat([before, after.subarray(change.length)])
  }
}

/** Cuts at the given sizes, over and over. */
export function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = []
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length] ?? bytes.length
    pieces.push(bytes.subarray(at, at + size))
    at += size
  }
  return pieces
}
