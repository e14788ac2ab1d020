import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createNetworkShelf } from '../../src/imaging/matte/network-shelf.js'

const IDLE_MS = 1000

interface Item {
  readonly name: string
  readonly memoryMb: number
}

const [small, middle, large] = [
  { name: 'small', memoryMb: 100 },
  { name: 'middle', memoryMb: 300 },
  { name: 'large', memoryMb: 900 },
]

let log: string[]
beforeEach(() => {
  log = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function shelfOf(roomMb: number, kept?: string) {
  const load = async ({ name }: Item) => {
    log.push(`load ${name}`)
    if (name === 'broken') throw new Error('no such file')
    return { name, release: async () => void log.push(`release ${name}`) }
  }
  return createNetworkShelf<Item, Awaited<ReturnType<typeof load>>>({
    load,
    roomMb,
    idleMs: IDLE_MS,
    ...(kept !== undefined && { kept }),
  })
}

const nothing = async (): Promise<void> => {}

describe('a network', () => {
  test('is loaded at its first use, and once for all who use it at the same time', async () => {
    const shelf = shelfOf(1000)
    expect(await Promise.all([1, 2, 3].map(() => shelf.use(small, async ({ name }) => name)))).toEqual(
      Array(3).fill('small'),
    )
    await shelf.use(small, nothing)
    expect(log).toEqual(['load small'])
  })

  test('gives way, longest unused first, before the next one is loaded', async () => {
    const shelf = shelfOf(500)
    await shelf.use(small, nothing)
    await shelf.use(middle, nothing)
    await shelf.use(small, nothing)
    await shelf.use({ name: 'other', memoryMb: 200 }, nothing)
    expect(log).toEqual(['load small', 'load middle', 'release middle', 'load other'])
    expect(shelf.loaded()).toEqual(['small', 'other'])
  })

  test('that is larger than the room stands alone', async () => {
    const shelf = shelfOf(500)
    await shelf.use(small, nothing)
    await shelf.use(large, nothing)
    expect(shelf.loaded()).toEqual(['large'])
    expect(log).toEqual(['load small', 'release small', 'load large'])
  })

  test('stays while it is in use, whoever needs the room', async () => {
    const shelf = shelfOf(350)
    let done = () => {}
    const using = shelf.use(middle, () => new Promise<void>((resolve) => (done = resolve)))
    await shelf.use(small, async () => expect(shelf.loaded()).toEqual(['middle', 'small']))
    expect(log).toEqual(['load middle', 'load small', 'release small'])
    done()
    await using
    expect(shelf.loaded()).toEqual(['middle'])
  })

  test('is unloaded when nobody has used it for a while, counted from its last use', async () => {
    const shelf = shelfOf(1000)
    await shelf.use(small, nothing)
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1)
    await shelf.use(small, nothing)
    await vi.advanceTimersByTimeAsync(IDLE_MS - 1)
    expect(shelf.loaded()).toEqual(['small'])
    await vi.advanceTimersByTimeAsync(1)
    expect(shelf.loaded()).toEqual([])
    expect(log).toEqual(['load small', 'release small'])
  })

  test('that is kept outlasts idle times, but gives way', async () => {
    const shelf = shelfOf(350, 'small')
    await shelf.use(small, nothing)
    await vi.advanceTimersByTimeAsync(10 * IDLE_MS)
    expect(shelf.loaded()).toEqual(['small'])
    await shelf.use(middle, nothing)
    expect(shelf.loaded()).toEqual(['middle'])
  })

  test('that could not be loaded is tried again', async () => {
    const shelf = shelfOf(1000)
    const broken = { name: 'broken', memoryMb: 1 }
    await expect(shelf.use(broken, nothing)).rejects.toThrow('no such file')
    expect(shelf.loaded()).toEqual([])
    await expect(shelf.use(broken, nothing)).rejects.toThrow('no such file')
    expect(log).toEqual(['load broken', 'load broken'])
  })

  test('is free again after work that failed', async () => {
    const shelf = shelfOf(1000)
    await expect(shelf.use(small, () => Promise.reject(new Error('no subject')))).rejects.toThrow('no subject')
    await vi.advanceTimersByTimeAsync(IDLE_MS)
    expect(shelf.loaded()).toEqual([])
  })
})
