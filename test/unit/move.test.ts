/** What a move does to its target, and in which order, when the target is not to be trusted. */
import { Readable } from 'node:stream'
import { expect, test, vi } from 'vitest'
import { StartError } from '../../src/base/start-error.js'
import type { Snapshot } from '../../src/db/port.js'
import { silentProgress } from '../../src/models/progress.js'
import { moveInstallation } from '../../src/service/transfer/move.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const folder = temporaryFolder()

function parts(arriving: (bytes: number) => number) {
  const steps: string[] = []
  const there = new Map<string, number>()
  const snapshot: Snapshot = {
    rows: async () => ({ results: 1 }),
    liveResults: async function* () {
      yield { id: 'abc', objectKey: 'abc.png', contentType: 'image/png', bytes: 10 }
    } as Snapshot['liveResults'],
    waitingInputs: async () => ['photo'],
    isAtWork: async () => false,
    forget: vi.fn(async () => {}),
    close: async () => {},
  }
  const database = { fill: async () => void steps.push('database'), close: async () => {} }
  const from = { read: async () => Readable.from([Buffer.alloc(10)]) }
  const to = {
    put: async (key: string) => {
      there.set(key, arriving(10))
      steps.push(key)
    },
    size: async (key: string) => there.get(key),
  }
  const way = { from, to }
  const pictures = { results: way, uploads: way, folder, progress: silentProgress.start('', 0) }
  return { steps, move: () => moveInstallation({ snapshot, snapshotFile: 'snapshot', database, pictures }) }
}

test('the database comes after the pictures, and after photos and backgrounds that wait for their turn', async () => {
  const { steps, move } = parts((bytes) => bytes)
  expect(await move()).toEqual({ rows: { results: 1 }, results: 1, bytes: 10, lost: 0 })
  expect(steps).toEqual(['abc.png', 'photo', 'photo.background', 'database'])
})

test('a picture that did not arrive whole keeps the database away', async () => {
  const { steps, move } = parts((bytes) => bytes - 1)
  const moved = move()
  await expect(moved).rejects.toThrow(StartError)
  await expect(moved).rejects.toThrow('Of 10 bytes of the picture abc.png, 9 arrived')
  expect(steps).toEqual(['abc.png'])
})
