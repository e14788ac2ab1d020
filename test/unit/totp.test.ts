/** Codes of authenticator apps, against the tables of the RFCs. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codeOf, fromBase32, linkFor, newSecret, stepOf, toBase32 } from '../../src/service/accounts/totp.js'

const RFC_SECRET = toBase32(Buffer.from('12345678901234567890'))

test.each([
  [59, '94287082'],
  [1111111109, '07081804'],
  [1111111111, '14050471'],
  [1234567890, '89005924'],
  [2000000000, '69279037'],
  [20000000000, '65353130'],
])('RFC 6238, appendix B: at %i s the code is %s', (seconds, code) => {
  expect(codeOf(RFC_SECRET, Math.floor(seconds / 30), 8)).toBe(code)
})

test('RFC 4226, appendix D: the first ten codes', () => {
  const codes = Array.from({ length: 10 }, (_, count) => codeOf(RFC_SECRET, count))
  expect(codes.join(' ')).toBe('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489')
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foob', 'MZXW6YQ'],
  ['fooba', 'MZXW6YTB'],
  ['foobar', 'MZXW6YTBOI'],
])('RFC 4648, section 10: %s in base32', (text, base32) => {
  expect(toBase32(Buffer.from(text))).toBe(base32)
})

test('base32 comes back as it was', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
      expect(fromBase32(toBase32(bytes))).toEqual(Buffer.from(bytes))
    }),
  )
})

describe('a code', () => {
  const now = 1_900_000_000_000
  const step = Math.floor(now / 30_000)

  test('counts for its step, the one before and the one after', () => {
    for (const off of [-1, 0, 1]) expect(stepOf(RFC_SECRET, codeOf(RFC_SECRET, step + off), now)).toBe(step + off)
    for (const off of [-2, 2]) expect(stepOf(RFC_SECRET, codeOf(RFC_SECRET, step + off), now)).toBeUndefined()
  })

  test.each(['', '12345', '1234567', '００００００', 'abcdef'])('is none: %s', (code) => {
    expect(stepOf(RFC_SECRET, code, now)).toBeUndefined()
  })
})

test('a secret has 160 random bits, and a link that apps understand', () => {
  const [one, other] = [newSecret(), newSecret()]
  expect(one).toMatch(/^[A-Z2-7]{32}$/)
  expect(one).not.toBe(other)
  const link = new URL(linkFor(one, 'ada+1@example.com', 'Silhouette'))
  expect([link.protocol, link.host, decodeURIComponent(link.pathname)]).toEqual([
    'otpauth:',
    'totp',
    '/Silhouette:ada+1@example.com',
  ])
  expect([link.searchParams.get('secret'), link.searchParams.get('issuer')]).toEqual([one, 'Silhouette'])
})
