import { expect, test } from 'vitest'
import { csvLine } from '../../src/http/private/csv.js'

test.each<[string, Parameters<typeof csvLine>[0], string]>([
  ['numbers and nothing', [1, null, -2], '1,,-2'],
  ['commas, quotes and line breaks', ['a,b', 'say "x"', 'two\nlines'], '"a,b","say ""x""","two\nlines"'],
  [
    'texts that a spreadsheet would calculate',
    ['=1+1', '@sum', '-x', '+x', '=a,"b"'],
    `'=1+1,'@sum,'-x,'+x,"'=a,""b"""`,
  ],
])('%s', (_, cells, line) => {
  expect(csvLine(cells)).toBe(`${line}\r\n`)
})
