/** What is left of an error on its way between processes. */
import { expect, test } from 'vitest'
import { troubleBehind } from '../../src/base/store-trouble.js'
import { describeError, toAppError } from '../../src/engine/described-error.js'

test.each([
  ['No space left on device', 'full'],
  ['Disk quota exceeded', 'full'],
  ['Read-only file system', 'read-only'],
  ['Permission denied', 'read-only'],
])('libvips: %s is trouble with the disk, not with the picture', (words, kind) => {
  const error = new Error(`VipsForeignSave: unable to write\nunix error: ${words}`)
  expect(troubleBehind(toAppError(describeError(error)))).toMatchObject({ kind })
})
