/** Results that workers store where clients find them: adopted by their server once, or deleted. */
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Redis } from 'ioredis'
import { test as base, describe, expect } from 'vitest'
import { randomToken } from '../../src/base/random-ids.js'
import type { Engine, FinishedJob } from '../../src/engine/port.js'
import { createFleetState } from '../../src/engine/queue/fleet-state.js'
import { createTidying } from '../../src/engine/queue/tidying.js'
import type { Job } from '../../src/imaging/job.js'
import { openRedisLink } from '../../src/redis/link.js'
import { cableTo } from '../support/cable.js'
import { eventually } from '../support/eventually.js'
import { hasWorkers, type QueueNodes, queueNodes } from '../support/queue-nodes.js'
import { s3Service } from '../support/s3-service.js'
import { redisService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const redisUrl = await redisService()
const JOB: Job = { kind: 'convert', maxSide: 16, format: 'png' }
const patience = { lockMs: 1500, stalledCheckMs: 500, idleMs: 5000 }
const BUSY = { kind: 'busy', retryAfterSeconds: expect.any(Number) }

interface Parts {
  readonly nodes: QueueNodes
  readonly redis: Redis
  objects(): Promise<string[]>
  /** What is deleted unless somebody adopts it. */
  notes(): Promise<string[]>
}

describe.skipIf(!redisUrl)('A result that its worker stores', { concurrent: true }, async () => {
  const s3 = await s3Service()
  const folder = temporaryFolder()
  const test = base.extend<{ parts: Parts }>({
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it what a fixture needs
    parts: async ({}, use) => {
      const place = await s3.newPlace()
      const prefix = `{${randomToken()}}`
      const redis = new Redis(redisUrl!)
      const nodes = queueNodes(redisUrl!, place, folder, prefix)
      const notes = async (): Promise<string[]> => {
        const [key] = await redis.keys(`${prefix}:*:fleet:objects`)
        return key === undefined ? [] : redis.zrange(key, 0, -1)
      }
      await use({ nodes, redis, objects: () => s3.objectsIn(place.bucket), notes })
      await nodes.close()
      redis.disconnect()
    },
  })
  let count = 0
  const submit = async (engine: Engine, signal = new AbortController().signal) => {
    const files = { input: path.join(folder, `in-${++count}`), output: path.join(folder, `out-${count}`) }
    await writeFile(files.input, `picture ${count}`)
    const slot = await engine.admit({ account: 'somebody', rank: 'paid', kind: 'convert' })
    const finished: Promise<FinishedJob> = slot.run(JOB, files, signal, { keep: true })
    return { finished, slot }
  }
  const gate = () => {
    let open = (): void => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    let [reached, passes] = [0, 0]
    const pass = async (): Promise<void> => {
      reached += 1
      await opened
      passes += 1
    }
    return { pass, open, reached: () => reached, passes: () => passes }
  }

  test('is in its place before its server is told; adopted, it belongs to the server alone', async ({
    parts: { nodes, objects, notes },
  }) => {
    const engine = await nodes.server()
    await nodes.machine()
    await hasWorkers(engine, 1)
    const { finished, slot } = await submit(engine)
    const { stored } = await finished
    const key = `${stored!.id}.png`
    expect(await objects()).toContain(`r/${key}`)
    expect(await notes()).toContain(`result:${key}`)
    await stored!.adopt()
    slot.release()
    await eventually(async () => {
      expect(await objects()).toEqual([`r/${key}`])
      expect(await notes()).toEqual([])
    })
    await expect(stored!.adopt(), 'once only').rejects.toMatchObject(BUSY)
    expect((await engine.state()).workers).toEqual({ idle: 1, busy: 0, starting: 0 })
  })

  test('keeps no worker waiting: the next job begins meanwhile, but no more than that are made ahead', async ({
    parts: { nodes, objects },
  }) => {
    const engine = await nodes.server()
    const { pass, open, reached } = gate()
    const { worker } = await nodes.machine({ beforeKeep: pass })
    await hasWorkers(engine, 1)
    const jobs = [await submit(engine), await submit(engine), await submit(engine)]
    await eventually(() => {
      expect(worker().given).toHaveLength(2)
      expect(reached()).toBe(2)
    })
    expect(await engine.state()).toMatchObject({ waiting: 1 })
    open()
    const stored = await Promise.all(jobs.map(async ({ finished }) => (await finished).stored!))
    for (const { slot } of jobs) slot.release()
    expect(await objects()).toEqual(expect.arrayContaining(stored.map(({ id }) => `r/${id}.png`)))
  })

  test('is deleted when its client left while it was stored', async ({ parts: { nodes, objects, notes } }) => {
    const engine = await nodes.server()
    const { pass, open, reached } = gate()
    await nodes.machine({ beforeKeep: pass })
    await hasWorkers(engine, 1)
    const client = new AbortController()
    const { finished, slot } = await submit(engine, client.signal)
    const gone = expect(finished).rejects.toThrow('the client has gone')
    await eventually(() => expect(reached()).toBe(1))
    client.abort(new Error('the client has gone'))
    open()
    await gone
    slot.release()
    await eventually(async () => {
      expect(await objects()).toEqual([])
      expect(await notes()).toEqual([])
    })
  })

  test('of a machine that fell silent meanwhile is made by another; the late one is noted for deletion', async ({
    parts: { nodes, objects, notes },
  }) => {
    const { hostname, port } = new URL(redisUrl!)
    const cable = await cableTo(hostname, Number(port || 6379))
    const url = new URL(redisUrl!)
    url.host = `127.0.0.1:${cable.port}`
    const engine = await nodes.server()
    const { pass, open, reached, passes } = gate()
    await nodes.machine({ redisUrl: url.href, patience, beforeKeep: pass })
    await hasWorkers(engine, 1)
    const { finished, slot } = await submit(engine)
    await eventually(() => expect(reached()).toBe(1))
    await nodes.machine({ patience })
    await cable.cut()
    const { stored } = await finished
    await stored!.adopt()
    slot.release()
    open()
    await eventually(async () => {
      expect(passes()).toBe(1)
      const [late, ...others] = (await objects()).filter((key) => key !== `r/${stored!.id}.png`)
      expect(others).toEqual([])
      expect(await notes()).toEqual([late!.replace('r/', 'result:')])
    })
    await cable.plugIn()
  })

  test('is deleted by any server when nobody adopts it in time, and cannot be adopted after that', async ({
    parts: { redis },
  }) => {
    const prefix = `{${randomToken()}}`
    const link = await openRedisLink({ url: redisUrl! }, { away: () => {}, back: () => {} }, 30_000)
    const fleetState = createFleetState(link, { prefix, format: 1 })
    const deleted: string[] = []
    const objects = { delete: async () => {}, discard: async (names: readonly string[]) => void deleted.push(...names) }
    const tidying = createTidying(objects, fleetState, () => expect.unreachable())
    const job = { id: 'job', slot: 'slot', kind: 'cutout' } as const
    expect(await fleetState.announce('node', job, 1, { keys: ['result:a.png'], lifeMs: 0 }), 'no slot').toBe(false)
    await fleetState.enter('slot', { account: 'somebody', rank: 'paid', kind: 'cutout' })
    for (const [key, lifeMs] of [['result:a.png', 0] as const, ['result:b.png', 60_000] as const]) {
      expect(await fleetState.announce('node', job, 1, { keys: [key], lifeMs })).toBe(true)
    }
    expect(await fleetState.adopt('slot', 'result:a.png')).toBe(false)
    await tidying.sweep()
    expect(deleted).toEqual(['a.png'])
    expect(await fleetState.adopt('slot', 'result:b.png')).toBe(true)
    expect(await fleetState.overdueObjects()).toEqual([])
    await tidying.close()
    await redis.del(await redis.keys(`${prefix}*`))
    link.close()
  })
})
