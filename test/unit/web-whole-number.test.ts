import { expect, test } from 'vitest'
import { parseWholeNumber } from '../../web/src/format/whole-number.js'

const RANGE = { min: 1, max: 1_000_000 }

test.each<[string, number]>([
  ['5', 5],
  [' 40 ', 40],
  ['1500', 1500],
  ['1,500', 1500],
  ['1 500', 1500],
  ['1 500', 1500],
  ['1’500', 1500],
  ['1,000,000', 1_000_000],
])('%j is a whole number', (text, value) => {
  expect(parseWholeNumber(text, RANGE)).toBe(value)
})

test.each([
  '',
  ' ',
  '0',
  '1.5',
  '1,5',
  '1.000',
  '1,50',
  '15,00',
  '1,0000',
  '-3',
  '+3',
  '1e3',
  '0x10',
  'ten',
  '1000001',
])('%j is none, or out of range', (text) => {
  expect(parseWholeNumber(text, RANGE)).toBeUndefined()
})
