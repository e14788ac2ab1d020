/** Under which name results are shown and saved. */
import { expect, test } from 'vitest'
import type { ListedResult } from '../../web/src/api/types.js'
import { named } from '../../web/src/pages/results/named.js'

const result = (name: string | null): ListedResult => ({
  id: 'r1',
  url: 'http://localhost/r/r1.png',
  thumbnailUrl: null,
  fileUrl: '/web/results/r1/file',
  fileName: 'cutout-2026-11-16-130509.png',
  name,
  operation: 'remove',
  contentType: 'image/png',
  bytes: 1,
  createdAt: 0,
  expiresAt: 0,
})
const PHOTO = new Map([['r1', 'holiday-cutout']])

test.each([
  ['what it is', null, new Map(), null, 'cutout-2026-11-16-130509.png'],
  ['its photo', null, PHOTO, 'holiday-cutout', 'holiday-cutout.png'],
  ['what its owner says', 'Anna', PHOTO, 'Anna', 'Anna.png'],
  ['a name with an ending', 'Anna.PNG', PHOTO, 'Anna.PNG', 'Anna.PNG'],
  ['what a file may be called', 'a/b: "c"?', PHOTO, 'a/b: "c"?', 'a_b_ _c__.png'],
])('a result is saved under %s', (_what, given, photoNames, name, fileName) => {
  expect(named(result(given), photoNames)).toMatchObject({ name, fileName })
})
