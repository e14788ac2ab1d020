/** Previews are made in the background, but never while somebody needs the workers. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EngineState } from '../../src/engine/port.js'
import { styles } from '../../src/imaging/style/recipes.js'
import { createPreviewPreparation, type PreviewPreparation } from '../../src/service/showcase/prepare-previews.js'

const IDLE: EngineState = {
  ready: true,
  workers: { idle: 1, busy: 0, starting: 0 },
  waiting: 0,
  expectedWaitMs: 0,
  workerMemoryBytes: [1],
}

let state: EngineState
let made: string[]
let running: number
const onError = vi.fn()
let preparation: PreviewPreparation

const stylePreviews = {
  names: () => styles().map(({ id }) => id),
  isMade: async (name: string) => made.includes(name),
  find: vi.fn(async (name: string) => {
    running += 1
    expect(running).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 4))
    running -= 1
    made.push(name)
    return name
  }),
}

beforeEach(() => {
  state = IDLE
  made = []
  running = 0
  onError.mockReset()
  stylePreviews.find.mockClear()
  const engine = { state: async () => state }
  preparation = createPreviewPreparation({ stylePreviews, engine, onError, quietMs: 6, lookEveryMs: 2 })
})
afterEach(async () => {
  preparation.stop()
  await vi.waitFor(() => expect(running).toBe(0))
})

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test('all that are missing are made, one at a time, in the order of the catalogue', async () => {
  made = styles()
    .slice(2)
    .map(({ id }) => id)
  preparation.start()
  await vi.waitFor(() => expect(stylePreviews.find).toHaveBeenCalledTimes(2))
  expect(stylePreviews.find.mock.calls.flat()).toEqual(
    styles()
      .slice(0, 2)
      .map(({ id }) => id),
  )
})

test.each<[string, Partial<EngineState>]>([
  ['a worker is busy', { workers: { idle: 1, busy: 1, starting: 0 } }],
  ['a request waits', { waiting: 1 }],
  ['the networks are not ready, or the server is stopping', { ready: false }],
])('nothing is made while %s', async (_, busy) => {
  state = { ...IDLE, ...busy }
  preparation.start()
  await pause(60)
  expect(stylePreviews.find).not.toHaveBeenCalled()
  state = IDLE
  await vi.waitFor(() => expect(stylePreviews.find).toHaveBeenCalled())
})

test('nothing is begun any more once it is stopped, and that is no error', async () => {
  preparation.start()
  await vi.waitFor(() => expect(stylePreviews.find).toHaveBeenCalled())
  preparation.stop()
  const begun = stylePreviews.find.mock.calls.length
  await pause(60)
  expect(stylePreviews.find).toHaveBeenCalledTimes(begun)
  expect(onError).not.toHaveBeenCalled()
})

test('a failure is reported once and ends the preparation', async () => {
  stylePreviews.find.mockRejectedValueOnce(new Error('no sample'))
  preparation.start()
  await vi.waitFor(() => expect(onError).toHaveBeenCalledExactlyOnceWith(new Error('no sample')))
  await pause(40)
  expect(stylePreviews.find).toHaveBeenCalledTimes(1)
})
