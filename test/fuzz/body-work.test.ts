/**
 * Strangers' bodies again: whatever is sent, in whatever pieces, a byte costs no more than a fixed number of steps. So no
 * body keeps the server busy for longer than its length allows.
 */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorkMeter, type WorkMeter } from '../support/work-meter.js'
import { BASE64_FIELD, cut, type Encoding, encode, encodings, fields, mutate, mutation } from './bodies.js'
import { budget, TIMEOUT_MS } from './budget.js'
import { readBody } from './read-body.js'

const STEPS_PER_BYTE = 50
/** The last few bytes are looked at again: of a boundary up to 200, of a data URL's beginning as many. */
const STEPS_PER_PIECE = 1000
const STEPS_PER_BODY = 10_000
const LONG_BOUNDARY = 'b'.repeat(200)

let meter: WorkMeter
beforeAll(() => {
  meter = openWorkMeter('/src/http/body/')
})
afterAll(() => meter.close())

const CONTENT_TYPES: Record<Encoding, string> = {
  json: 'application/json',
  urlencoded: 'application/x-www-form-urlencoded',
  multipart: `multipart/form-data; boundary=${LONG_BOUNDARY}`,
}

function expectLittleWork(
  encoding: Encoding,
  payload: Buffer,
  pieceSizes: readonly number[],
  contentType = CONTENT_TYPES[encoding],
): void {
  const body = { payload, headers: { 'content-type': contentType } }
  const pieces = cut(payload, pieceSizes).length
  const steps = meter.stepsOf(() => readBody(encoding, body, pieceSizes))
  expect(steps).toBeLessThan(STEPS_PER_BYTE * payload.length + STEPS_PER_PIECE * pieces + STEPS_PER_BODY)
}

const field = `--${LONG_BOUNDARY}\r\nContent-Disposition: form-data; name="size"`

describe('bodies that repeat what is costly', () => {
  test.each<[string, Encoding, string]>([
    ['colons after a long name', 'json', `{"${'\\n'.repeat(8000)}"${':'.repeat(16_000)}`],
    ['colons after long values', 'json', `{${`"${'\\n'.repeat(1600)}":`.repeat(20)}`],
    ['names without values', 'json', `{${'"":'.repeat(9000)}`],
    ['pictures without a name', 'json', `{"${BASE64_FIELD}":${'"'.repeat(20_000)}`],
    ['pictures without a comma', 'json', `{${`"${BASE64_FIELD}":""`.repeat(3000)}`],
    ['quotes in a picture', 'json', `{"${BASE64_FIELD}":"${'\\"'.repeat(10_000)}`],
    ['blanks before a picture', 'json', `{"${BASE64_FIELD}":"${' '.repeat(20_000)}`],
    ['the beginning of a data URL', 'json', `{"${BASE64_FIELD}":"data:${';base64'.repeat(3000)}`],
    ['many beginnings of data URLs', 'json', `{${`"${BASE64_FIELD}":"data:${'x'.repeat(195)}",`.repeat(99)}`],
    ['equals signs after a long name', 'urlencoded', `${'%41'.repeat(10_000)}${'='.repeat(10_000)}`],
    ['long names', 'urlencoded', `${'%41'.repeat(200)}=&`.repeat(99)],
    ['many pictures', 'urlencoded', `${BASE64_FIELD}=${'%'.repeat(200)}&`.repeat(99)],
    ['percent signs in a picture', 'urlencoded', `${BASE64_FIELD}=${'%'.repeat(20_000)}`],
    ['heads of parts', 'multipart', `${field}; ${'a=b;'.repeat(1900)}"\r\n\r\n\r\n`.repeat(3)],
    ['a head of quotes', 'multipart', `${field}; ${'a="'.repeat(2000)}\r\n\r\n\r\n`],
    ['a head of blanks', 'multipart', `${field};${' '.repeat(7000)}\r\n${' \r\n'.repeat(200)}\r\n\r\n`],
    ['many parts', 'multipart', `${field}\r\n\r\n\r\n`.repeat(99)],
    ['boundaries that break off', 'multipart', `${field}\r\n\r\n${`\r\n--${'b'.repeat(199)}`.repeat(300)}`],
    ['what a boundary consists of', 'multipart', `${field}\r\n\r\n${'b'.repeat(20_000)}`],
  ])('%s', (_, encoding, payload) => {
    for (const pieceSizes of [[], [1], [1400]]) expectLittleWork(encoding, Buffer.from(payload), pieceSizes)
  })
})

const pieceSizes = fc.oneof(
  fc.constant([]),
  fc.constant([1]),
  fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 5 }),
)
/** What the grammars consist of. */
const TOKENS: Record<Encoding, readonly string[]> = {
  json: ['{', '"', ':', ',', '\\n', 'A', '"a":', `"${BASE64_FIELD}":`],
  urlencoded: ['&', '=', '%', '%41', 'A', `${BASE64_FIELD}=`],
  multipart: ['\r\n', '--', 'b', ';', '"', 'a=', `\r\n${field}`, '\r\n\r\n'],
}
const repetitiveBody = fc.constantFrom(...encodings).chain((encoding) => {
  const repeated = fc.tuple(fc.constantFrom(...TOKENS[encoding]), fc.oneof(fc.constant(1), fc.nat(4000)))
  const parts = fc.array(repeated, { minLength: 1, maxLength: 6 })
  return fc.record({
    encoding: fc.constant(encoding),
    payload: parts.map((list) => Buffer.from(list.map(([token, times]) => token.repeat(times)).join(''))),
  })
})

test(
  'bodies of repetitions',
  () => {
    fc.assert(
      fc.property(repetitiveBody, pieceSizes, ({ encoding, payload }, sizes) =>
        expectLittleWork(encoding, payload.subarray(0, 20_000), sizes),
      ),
      budget,
    )
  },
  TIMEOUT_MS,
)

test(
  'damaged bodies',
  () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...encodings),
        fields,
        fc.array(mutation, { maxLength: 3 }),
        pieceSizes,
        (encoding, list, changes, sizes) => {
          const { headers, payload } = encode(encoding, list)
          expectLittleWork(encoding, changes.reduce(mutate, Buffer.from(payload)), sizes, headers['content-type'])
        },
      ),
      budget,
    )
  },
  TIMEOUT_MS,
)
