/** Rate limits in Redis: the contract, two servers at once, Redis's own clock, and what happens while Redis is away. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createMemoryRateLimiter } from '../../src/ratelimit/memory.js'
import type { RateLimiter } from '../../src/ratelimit/port.js'
import { createRedisRateLimiter, type RedisRateLimiterParts } from '../../src/ratelimit/redis.js'
import { createUnlimitedRateLimiter } from '../../src/ratelimit/unlimited.js'
import { type OutageListener, openRedisLink, type RedisLink } from '../../src/redis/link.js'
import { rateLimiterContract } from '../contract/rate-limiter.js'
import { type Cable, cableTo } from '../support/cable.js'
import { redisService } from '../support/services.js'

const url = await redisService()
const keyPrefix = `silhouette-test-${randomUUID()}:`
const links: RedisLink[] = []

const SILENT: OutageListener = { away: () => {}, back: () => {} }

/** A busy machine is slow, not away: where nothing is cut, an answer may take its time. */
const PATIENT_MS = 30_000

async function open(address = url!, outage = SILENT, commandMs = PATIENT_MS): Promise<RedisLink> {
  const link = await openRedisLink({ url: address }, outage, commandMs)
  links.push(link)
  return link
}
const limiterAt = (redis: RedisLink, parts: Partial<RedisRateLimiterParts> = {}): RateLimiter =>
  createRedisRateLimiter({ redis, keyPrefix, whenAway: createUnlimitedRateLimiter(Date.now), ...parts })

const allowedOf = async (calls: Promise<{ allowed: boolean }>[]): Promise<number> =>
  (await Promise.all(calls)).filter(({ allowed }) => allowed).length

describe.skipIf(!url)('Redis', () => {
  afterAll(async () => {
    const { client } = await open()
    const keys = await client.keys(`${keyPrefix}*`)
    if (keys.length > 0) await client.del(keys)
    for (const link of links) link.close()
  })

  rateLimiterContract('Redis', async (clock) => limiterAt(await open(), { clock }))

  test('of 200 calls at once from two servers with a limit of 40, exactly 40 are allowed', async () => {
    const servers = [limiterAt(await open()), limiterAt(await open())]
    const calls = Array.from({ length: 200 }, (_, index) => servers[index % 2]!.take('flood', 40))
    expect(await allowedOf(calls)).toBe(40)
  })

  test('what one server takes, the other gives back', async () => {
    const [here, there] = [limiterAt(await open()), limiterAt(await open())]
    const taken = await here.take('shared', 1)
    expect((await there.take('shared', 1)).allowed).toBe(false)
    expect(await there.giveBack('shared', taken)).toMatchObject({ allowed: true, remaining: 1 })
    expect((await there.take('shared', 1)).allowed).toBe(true)
  })

  test('the clock of a server does not matter', async () => {
    const limiter = limiterAt(await open())
    const { client } = await open()
    await limiter.take('clock', 1)
    vi.spyOn(Date, 'now').mockReturnValue(Date.UTC(2001, 0, 1))
    const refused = await limiter.take('clock', 1)
    vi.restoreAllMocks()
    const [seconds] = await client.time()
    expect(refused.allowed).toBe(false)
    expect(refused.retryAfterSeconds).toBeGreaterThanOrEqual(1)
    expect(refused.retryAfterSeconds).toBeLessThanOrEqual(60)
    expect(refused.resetSeconds - Number(seconds)).toBeLessThanOrEqual(60)
  })

  test('a counter is gone from Redis when its window is over', async () => {
    const limiter = limiterAt(await open())
    const { client } = await open()
    await limiter.take('brief', 1, 900)
    expect(await client.ttl(`${keyPrefix}rate:brief`)).toBeGreaterThan(890)
    await limiter.take('briefer', 1, 1)
    await vi.waitFor(async () => expect(await client.exists(`${keyPrefix}rate:briefer`)).toBe(0), 5000)
  })

  test('scripts that Redis has forgotten are sent again', async () => {
    const limiter = limiterAt(await open())
    await limiter.take('forgotten', 2)
    const { client } = await open()
    await client.script('FLUSH')
    expect(await limiter.take('forgotten', 2)).toMatchObject({ allowed: true, remaining: 0 })
  })

  describe('while it is away', () => {
    const flaky = async (parts: Partial<RedisRateLimiterParts> = {}) => {
      const address = new URL(url!)
      const cable = await cableTo(address.hostname, Number(address.port || 6379))
      address.host = `127.0.0.1:${cable.port}`
      const told: string[] = []
      const outage = { away: (reason: string) => told.push(`away: ${reason}`), back: () => told.push('back') }
      const redis = await open(address.href, outage as OutageListener, 1000)
      let uncounted = 0
      const onUncounted = (): void => void uncounted++
      const limiter = limiterAt(redis, { onUncounted, ...parts })
      return { cable, told, limiter, uncounted: () => uncounted }
    }
    const away: [string, (cable: Cable) => unknown, (cable: Cable) => unknown][] = [
      ['refuses connections', (cable) => cable.cut(), (cable) => cable.plugIn()],
      ['says nothing', (cable) => cable.silence(true), (cable) => cable.silence(false)],
    ]

    test.each(away)(
      'and %s, everybody is let in and it is told once; then it counts again',
      async (what, go, comeBack) => {
        const key = `away and ${what}`
        const { cable, told, limiter, uncounted } = await flaky()
        expect((await limiter.take(key, 2)).remaining).toBe(1)
        await go(cable)
        const calls = Array.from({ length: 100 }, () => limiter.take(key, 2))
        expect(await allowedOf(calls)).toBe(100)
        for (const call of calls) await limiter.giveBack(key, await call)
        expect(uncounted()).toBe(100)
        expect(told).toEqual([expect.stringMatching(/^away: /)])

        await comeBack(cable)
        await vi.waitFor(async () => {
          await limiter.take(`${key}: a probe`, 2) // whether it was counted or not, it is another's
          if (told.length < 2) throw new Error('not back yet')
        }, 20_000)
        // One unit of two was used before; nothing of the outage was counted or given back.
        expect(await limiter.take(key, 2)).toMatchObject({ allowed: true, remaining: 0 })
        expect((await limiter.take(key, 2)).allowed).toBe(false)
        expect(told).toEqual([expect.stringMatching(/^away: /), 'back'])
        await cable.cut()
      },
    )

    test('from the start, the server starts all the same and counts as soon as Redis is there', async () => {
      const address = new URL(url!)
      const cable = await cableTo(address.hostname, Number(address.port || 6379))
      await cable.cut()
      address.host = `127.0.0.1:${cable.port}`
      const told: string[] = []
      const outage = { away: (reason: string) => void told.push(reason), back: () => void told.push('back') }
      const limiter = limiterAt(await open(address.href, outage))
      expect((await limiter.take('start', 1)).allowed).toBe(true)
      expect((await limiter.take('start', 1)).allowed).toBe(true)
      expect(told).toEqual([expect.stringContaining('ECONNREFUSED')])
      await cable.plugIn()
      await vi.waitFor(async () => {
        await limiter.take('start', 1)
        expect(told.at(-1)).toBe('back')
      }, 10_000)
      expect((await limiter.take('start', 1)).allowed).toBe(false)
      await cable.cut()
    })

    test('another limiter may take its place', async () => {
      const { cable, limiter } = await flaky({ whenAway: createMemoryRateLimiter(Date.now) })
      await cable.cut()
      const calls = Array.from({ length: 10 }, () => limiter.take('guess', 3))
      expect(await allowedOf(calls)).toBe(3)
      const taken = (await Promise.all(calls)).find(({ allowed }) => allowed)
      await limiter.giveBack('guess', taken!)
      expect((await limiter.take('guess', 3)).allowed).toBe(true)
    })

    test('a wrong password is told without the password', async () => {
      const told: string[] = []
      const outage = { away: (reason: string) => void told.push(reason), back: () => {} }
      const address = new URL(url!)
      address.username = 'nobody'
      address.password = 'not-the-password'
      const limiter = limiterAt(await open(address.href, outage))
      expect((await limiter.take('stranger', 1)).allowed).toBe(true)
      expect(told).toEqual([expect.stringContaining('WRONGPASS')])
      expect(told.join()).not.toContain('not-the-password')
    })
  })
})
