import { expect, test } from 'vitest'
import { createLanes, type Lanes } from '../../src/service/webhooks/lanes.js'

/** Takes every place that these webhooks get. */
function fill(lanes: Lanes, ids: readonly string[]): number {
  let taken = 0
  for (const id of ids) for (; lanes.room(id) > 0; taken++) lanes.enter(id)
  return taken
}
const named = (name: string, count: number): string[] => Array.from({ length: count }, (_, index) => `${name}${index}`)
function failed(lanes: Lanes, ids: readonly string[]): void {
  for (const id of ids) {
    lanes.enter(id)
    lanes.leave(id, false)
  }
}

test('a webhook has 4 places, all of them together 64', () => {
  const lanes = createLanes()
  expect(fill(lanes, ['a'])).toBe(4)
  expect(fill(lanes, named('b', 100))).toBe(60)
  expect(lanes.room('c')).toBe(0)
  lanes.leave('a', true)
  expect([lanes.room('a'), lanes.room('c')]).toEqual([1, 1])
})

test('one that failed has 1 place until it answers promptly', () => {
  const lanes = createLanes()
  failed(lanes, ['a'])
  expect(fill(lanes, ['a'])).toBe(1)
  lanes.leave('a', true)
  expect(fill(lanes, ['a'])).toBe(4)
})

test('those that failed take half of all places, however many they are', () => {
  const lanes = createLanes()
  const dead = named('dead', 200)
  failed(lanes, dead)
  expect(fill(lanes, dead)).toBe(32)
  expect(fill(lanes, named('alive', 200))).toBe(32)
})
