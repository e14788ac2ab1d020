/** Turns of a fleet, in Redis: counted in the time that jobs take, as on one machine. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { createFleetState, type PlaceInfo } from '../../src/engine/queue/fleet-state.js'
import { openRedisLink } from '../../src/redis/link.js'
import { redisService } from '../support/services.js'

const url = await redisService()

describe.skipIf(!url)('turns on Redis', async () => {
  const prefix = `silhouette-test-${randomUUID()}`
  const link = await openRedisLink({ url: url! }, { away: () => {}, back: () => {} }, 30_000)
  const fleetState = createFleetState(link, { prefix, format: 1 })
  afterAll(async () => {
    const keys = await link.client.keys(`${prefix}*`)
    if (keys.length > 0) await link.client.del(keys)
    link.close()
  })

  let slots = 0
  const turnOf = (account: string, kind: PlaceInfo['kind'], rank: PlaceInfo['rank'] = 'free'): Promise<number> =>
    fleetState.takeTurn(`slot ${++slots}`, { account, rank, kind })

  test('a painting takes more turns than a cut-out; accounts do not pay for each other', async () => {
    const paintings = [await turnOf('painter', 'portrait-style'), await turnOf('painter', 'portrait-style')]
    const cutouts = [await turnOf('shop', 'cutout'), await turnOf('shop', 'cutout')]
    expect(paintings).toEqual([16, 32]) // 4 s each, before anybody has seen one
    expect(cutouts).toEqual([6, 12])
  })

  test('what jobs really take is learnt', async () => {
    await fleetState.finish('node', { id: 'job 0', slot: 'slot 1', kind: 'id-photo' }, 5000)
    expect(await turnOf('booth', 'id-photo')).toBe(20)
  })

  test('somebody new joins at the present turn', async () => {
    await fleetState.begin('node', 'job 1', 'slot 2', 'free', 32)
    expect(await turnOf('newcomer', 'cutout')).toBe(38)
    expect(await turnOf('newcomer', 'read-prompt'), 'the least is one').toBe(39)
  })
})
