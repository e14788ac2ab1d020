/** Base64 as clients send it, cut anywhere; numbers in brackets are the vectors of the compatible contract. */
import { describe, expect, test } from 'vitest'
import { Base64Decoder } from '../../src/http/body/base64.js'

function decode(pieces: readonly string[]): Buffer | 'invalid' {
  const decoder = new Base64Decoder()
  const found = pieces.map((piece) => decoder.push(Buffer.from(piece, 'latin1')))
  const { bytes, valid } = decoder.end()
  return valid ? Buffer.concat([...found, bytes]) : 'invalid'
}

/** Whole, in two pieces cut at every place, and byte by byte. */
const waysToCut = (text: string): string[][] => [
  ...[...text].map((_, i) => [text.slice(0, i), text.slice(i)]),
  [...text],
]

const BYTES = Buffer.from([0xfb, 0xef, 0xbe, 0xff, 0x00])

describe('what is base64', () => {
  test.each([
    ['[86] plain', '++++/wA='],
    ['[86] a data URL', 'data:image/jpeg;base64,++++/wA='],
    ['a data URL with parameters', 'DATA:image/jpeg;name=a.jpg;BASE64, ++++/wA='],
    ['a data URL after blanks', ' \r\n data:;base64,++++/wA='],
    ['URL-safe', '----_wA='],
    ['without padding', '++++/wA'],
    ['wrapped', '++++\r\n/wA=\n'],
    ['with a blank in its padding', '++++/w= ='],
  ])('%s', (_, text) => {
    const expected = text.includes('= =') ? BYTES.subarray(0, 4) : BYTES
    for (const pieces of waysToCut(text)) expect(decode(pieces)).toEqual(expected)
  })

  test('texts that begin like a data URL are none', () => {
    expect(decode(['data'])).toEqual(Buffer.from('data', 'base64'))
    expect(decode(['dat', 'aAAAA'])).toEqual(Buffer.from('dataAAAA', 'base64'))
  })
})

describe('[87] what is not', () => {
  test.each([
    '',
    ' ',
    '@@@',
    'A',
    'AAAAA',
    '=',
    'AA=A',
    'AAAA=',
    'AAA==',
    'A===',
    'data:image/png;base64,',
    'data:x,AAAA',
  ])('%j', (text) => {
    for (const pieces of waysToCut(text)) expect(decode(pieces)).toBe('invalid')
  })

  test('a prefix of a data URL has an end', () => {
    const decoder = new Base64Decoder()
    decoder.push(Buffer.from(`data:${';base64'.repeat(30)}`))
    expect(decoder.push(Buffer.from(';base64'.repeat(3000)))).toHaveLength(0)
    expect(decoder.end().valid).toBe(false)
  })

  test('nothing is decoded after the first wrong character', () => {
    const decoder = new Base64Decoder()
    expect(decoder.push(Buffer.from('AAAA@AAAA'))).toHaveLength(0)
    expect(decoder.push(Buffer.from('AAAAAAAA'))).toHaveLength(0)
  })
})
