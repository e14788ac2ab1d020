/** Whether a machine really takes jobs. */
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { randomToken } from '../../src/base/random-ids.js'
import { PollingWorker } from '../../src/engine/queue/polling-worker.js'
import { cableTo } from '../support/cable.js'
import { eventually } from '../support/eventually.js'
import { redisService } from '../support/services.js'

const redisUrl = await redisService()

describe.skipIf(!redisUrl)('A worker', () => {
  test('polls when it has found Redis and both its connections stand, unless it is paused', async ({
    onTestFinished,
  }) => {
    const { hostname, port } = new URL(redisUrl!)
    const cable = await cableTo(hostname, Number(port || 6379))
    await cable.cut()
    const connection = new Redis(cable.port, { maxRetriesPerRequest: null, retryStrategy: () => 50 })
    const worker = new PollingWorker(randomToken(), async () => ({ type: 'dropped' }), { connection, drainDelay: 60 })
    worker.on('error', () => {})
    onTestFinished(async () => {
      await worker.close(true)
      connection.disconnect()
      await cable.cut()
    })
    void worker.run()
    expect([worker.isRunning(), worker.polls()]).toEqual([true, false])
    await cable.plugIn()
    await worker.firstAnswer
    expect(worker.polls()).toBe(true)

    await worker.pause(true)
    expect(worker.polls()).toBe(false)
    await worker.resume()
    expect(worker.polls()).toBe(true)

    const waiting = (await worker.backend.blockingClient)!
    cable.limit(0)
    waiting.disconnect(true)
    await eventually(() => expect(worker.polls()).toBe(false))
    cable.limit(2)
    await eventually(() => expect(worker.polls()).toBe(true))
  })
})
