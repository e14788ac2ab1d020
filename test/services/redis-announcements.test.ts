/** News between servers through Redis: the contract, and that nothing is lost here while Redis is away. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Announcements } from '../../src/announcements/port.js'
import { createRedisAnnouncements } from '../../src/announcements/redis.js'
import { openRedisLink, type RedisLink } from '../../src/redis/link.js'
import { announcementsContract } from '../contract/announcements.js'
import { cableTo } from '../support/cable.js'
import { eventually } from '../support/eventually.js'
import { redisService } from '../support/services.js'

const url = await redisService()
const links: RedisLink[] = []

async function server(channel: string, address = url!): Promise<Announcements> {
  const link = await openRedisLink({ url: address }, { away: () => {}, back: () => {} })
  links.push(link)
  return createRedisAnnouncements(link, channel)
}
const newChannel = (): string => `silhouette-test-${randomUUID()}`

/** Speaks until the other one has heard: nobody knows when a listener is connected. */
async function expectHeard(speaker: Announcements, heard: readonly string[], word: string): Promise<void> {
  await vi.waitFor(
    () => {
      speaker.announce(word)
      expect(heard).toContain(word)
    },
    { timeout: 10_000, interval: 50 },
  )
}

describe.skipIf(!url)('Redis', () => {
  afterAll(() => {
    for (const link of links) link.close()
  })

  announcementsContract('Announcements through Redis', () => server(newChannel()))

  test('servers hear each other, and themselves once', async () => {
    const channel = newChannel()
    const [ann, bob] = [await server(channel), await server(channel)]
    const heard: Record<'ann' | 'bob', string[]> = { ann: [], bob: [] }
    ann.listen((word) => heard.ann.push(word))
    bob.listen((word) => heard.bob.push(word))
    await expectHeard(ann, heard.bob, 'from ann')
    await expectHeard(bob, heard.ann, 'from bob')
    ann.announce('key_1 order 17')
    await eventually(() => expect(heard.bob).toContain('key_1 order 17'))
    bob.announce('later') // an echo of Ann's words would reach her before this
    await eventually(() => expect(heard.ann).toContain('later'))
    expect(heard.ann.filter((word) => word === 'key_1 order 17')).toHaveLength(1)
  })

  test('while Redis is away a server still hears itself, and hears the others again afterwards', async () => {
    const channel = newChannel()
    const address = new URL(url!)
    const cable = await cableTo(address.hostname, Number(address.port || 6379))
    address.host = `127.0.0.1:${cable.port}`
    const [near, far] = [await server(channel, address.href), await server(channel)]
    const heard: string[] = []
    near.listen((word) => heard.push(word))
    await expectHeard(far, heard, 'first')
    await cable.cut()
    near.announce('to myself')
    expect(heard.at(-1)).toBe('to myself')
    await cable.plugIn()
    await expectHeard(far, heard, 'again')
    await cable.cut()
  })
})
