/** When a machine of workers pauses because of its disk, for how long, and what is said about it. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { AppError } from '../../src/base/errors.js'
import { StoreTrouble } from '../../src/base/store-trouble.js'
import { createDiskWatch } from '../../src/engine/queue/disk-watch.js'

const noSpace = (): Error => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' })
const probe = vi.fn(async () => {})
const news: string[] = []
const listener = { away: (reason: string) => news.push(reason), back: () => news.push('back') }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  probe.mockReset()
  news.length = 0
})
const newWatch = () => createDiskWatch(probe, listener)

test('pauses grow until a job goes through, and each begins and ends with a line', async () => {
  const watch = newWatch()
  const pauses: number[] = []
  for (let i = 0; i < 8; i++) {
    expect(watch.isToBlame(noSpace())).toBe(true)
    const pauseMs = (await watch.pauseMs())!
    pauses.push(pauseMs)
    vi.advanceTimersByTime(pauseMs - 1)
    expect(await watch.pauseMs()).toBe(1)
    expect(probe).toHaveBeenCalledTimes(i)
    vi.advanceTimersByTime(1)
    expect(await watch.pauseMs()).toBeUndefined()
  }
  expect(pauses).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  expect(news).toEqual(Array.from({ length: 8 }, () => [noSpace().message, 'back']).flat())
  watch.works()
  watch.isToBlame(noSpace())
  expect(await watch.pauseMs()).toBe(1000)
})

test('while nothing can be stored it is one incident, however many jobs fail and however often it is looked', async () => {
  probe.mockRejectedValue(noSpace())
  const watch = newWatch()
  for (let i = 0; i < 3; i++) {
    for (let job = 0; job < 4; job++) watch.isToBlame(noSpace())
    vi.advanceTimersByTime((await watch.pauseMs())!)
    expect((await Promise.all([watch.pauseMs(), watch.pauseMs()])).every((ms) => ms! > 0)).toBe(true)
  }
  expect(probe).toHaveBeenCalledTimes(3)
  expect(news).toEqual([noSpace().message])
})

test.each([
  ['a bad picture', new AppError('invalid_image', 'damaged')],
  ['a full store', new AppError('busy', 'x', { cause: new StoreTrouble('full', 'The S3 store is full', undefined) })],
  ['a store that is away', new StoreTrouble('unreachable', 'x', Object.assign(new Error(), { code: 'ECONNREFUSED' }))],
])('%s is not the fault of this disk', async (_, error) => {
  const watch = newWatch()
  expect(watch.isToBlame(error)).toBe(false)
  expect(await watch.pauseMs()).toBeUndefined()
  expect(news).toEqual([])
})

test.each(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES'])('%s is, also behind another error', (code) => {
  const cause = Object.assign(new Error(code), { code, syscall: 'open' })
  expect(newWatch().isToBlame(new AppError('internal', 'The picture could not be processed', { cause }))).toBe(true)
})
