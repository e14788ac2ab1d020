/** Turns of a fleet, in Redis: counted in the time that jobs take, as on one machine. */
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, test } from 'vitest'
import { createFleetState } from '../../src/engine/queue/fleet-state.js'
import type { PlaceInfo } from '../../src/engine/queue/fleet-view.js'
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
  const turnOf = async (account: string, kind: PlaceInfo['kind'], rank: PlaceInfo['rank'] = 'free'): Promise<number> =>
    (await fleetState.takeTurn(`slot ${++slots}`, { account, rank, kind })).number

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

  test('whoever was refused, or left without a job, has used no turn', async () => {
    const info: PlaceInfo = { account: 'refused', rank: 'paid', kind: 'cutout' }
    const enter = async (slot: string) => (await fleetState.enter(slot, info)).turn
    const [first, second] = [await enter('first'), await enter('second')]
    expect([first.number, second.number]).toEqual([6, 12])
    await fleetState.leave('first', { turn: first, note: 'pictures:first' })
    expect((await enter('third')).number).toBe(12)
    await fleetState.leave('second', { turn: second, note: 'pictures:second' })
    await fleetState.leave('third')
    expect(await turnOf('refused', 'cutout', 'paid'), 'one of them was used').toBe(12)
  })

  test('somebody new joins at the present turn', async () => {
    await fleetState.begin('node', 'job 1', 'slot 2', 'free', 32)
    expect(await turnOf('newcomer', 'cutout')).toBe(38)
    expect(await turnOf('newcomer', 'read-prompt'), 'the least is one').toBe(39)
  })
})
