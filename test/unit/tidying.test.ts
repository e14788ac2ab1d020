import { expect, test } from 'vitest'
import { createTidying } from '../../src/engine/queue/tidying.js'

const tidyingOf = (overdue: readonly string[] = []) => {
  const seen = { deleted: [] as string[], discarded: [] as string[], forgotten: [] as string[] }
  const broken = { store: false }
  const objects = {
    delete: async (keys: readonly string[]) => {
      if (broken.store) throw new Error('away')
      seen.deleted.push(...keys)
    },
    discard: async (names: readonly string[]) => void seen.discarded.push(...names),
  }
  const fleetState = {
    overdueObjects: async () => [...overdue],
    forgetObjects: async (notes: readonly string[]) => void seen.forgotten.push(...notes),
  }
  const errors: unknown[] = []
  return { tidying: createTidying(objects, fleetState, (error) => errors.push(error)), seen, broken, errors }
}

test('of a job whose server died every picture is deleted that there may be, and what earlier versions noted', async () => {
  const { tidying, seen } = tidyingOf(['pictures:job-1', 'result:a.png', 'job-0-input'])
  await tidying.sweep()
  const names = ['input', 'background', 'base', 'output', 'sheet']
  expect(seen.deleted).toEqual([...names.map((name) => `job-1-${name}`), 'job-0-input'])
  expect(seen.discarded).toEqual(['a.png'])
  expect(seen.forgotten).toEqual(['pictures:job-1', 'result:a.png', 'job-0-input'])
  await tidying.close()
})

test('a note is kept until its pictures are deleted and Redis was told', async () => {
  const { tidying, seen, broken, errors } = tidyingOf()
  broken.store = true
  tidying.remove('pictures:job-1', ['job-1-input'])
  await tidying.close()
  expect([tidying.deleted(), seen.forgotten, errors]).toEqual([[], [], [expect.any(Error)]])
  broken.store = false
  tidying.remove('pictures:job-2', ['job-2-input'])
  await tidying.close()
  expect(seen).toMatchObject({ deleted: ['job-2-input'], forgotten: ['pictures:job-2'] })
  expect(tidying.deleted()).toEqual([])
})

test('the note of pictures to which a worker may still add stays for the sweep', async () => {
  const { tidying, seen } = tidyingOf()
  tidying.remove('pictures:job-1', ['job-1-input', 'job-1-output'], true)
  await tidying.close()
  expect(seen).toMatchObject({ deleted: ['job-1-input', 'job-1-output'], forgotten: [] })
})
