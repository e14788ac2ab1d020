import { beforeEach, expect, test } from 'vitest'
import type { AppError } from '../../src/base/errors.js'
import { createDownloadPlaces, type EnterDownloads } from '../../src/service/images/download-places.js'

let now: number
let enter: EnterDownloads

beforeEach(() => {
  now = 0
  enter = createDownloadPlaces({ atOnce: 4, perAccount: 2, longestMs: 15_000, now: () => now })
})

function refusalOf(account: string): Partial<AppError> | undefined {
  try {
    enter(account)
    return undefined
  } catch (error) {
    const { kind, retryAfterSeconds } = error as AppError
    return { kind, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  }
}

test('an account has its share of the places, others have the rest', () => {
  enter('a')
  enter('a')
  expect(refusalOf('a')).toMatchObject({ kind: 'busy' })
  enter('b')
  const leave = enter('b')
  expect(refusalOf('c')).toMatchObject({ kind: 'busy' })
  leave()
  leave()
  expect(refusalOf('c')).toBeUndefined()
  expect(refusalOf('d')).toMatchObject({ kind: 'busy' })
})

test('who is refused is told when the oldest download in the way must be over', () => {
  enter('b')
  now = 4000
  enter('a')
  now = 6500
  enter('a')
  expect(refusalOf('a')).toEqual({ kind: 'busy', retryAfterSeconds: 13 })
  enter('b')
  expect(refusalOf('c')).toEqual({ kind: 'busy', retryAfterSeconds: 9 })
})
