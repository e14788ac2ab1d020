/** Base64 in pieces: the same text wherever the pieces end. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { base64LengthOf, toBase64 } from '../../src/http/to-base64.js'

async function* from<T>(items: readonly T[]): AsyncGenerator<T> {
  yield* items
}

test('is the base64 of all pieces together, and as long as announced', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 9 })), async (pieces) => {
      let text = ''
      for await (const part of toBase64(from(pieces))) text += part
      const bytes = Buffer.concat(pieces)
      expect(text).toBe(bytes.toString('base64'))
      expect(base64LengthOf(bytes.length)).toBe(text.length)
    }),
  )
})

test('hands on what it has, piece by piece', async () => {
  const parts: string[] = []
  for await (const part of toBase64(from([Buffer.alloc(64, 1), Buffer.alloc(64, 2)]))) parts.push(part)
  expect(parts.map(({ length }) => length)).toEqual([84, 84, 4])
})
