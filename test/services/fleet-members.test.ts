/** What the operator is told of a fleet, by any of its servers: who is there, who went missing, who has left. */
import { hostname } from 'node:os'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { version } from '../../src/base/version.js'
import type { Engine, FleetMember } from '../../src/engine/port.js'
import { type Cable, cableTo } from '../support/cable.js'
import { type QueueNodes, queueNodes } from '../support/queue-nodes.js'
import { s3Service } from '../support/s3-service.js'
import { redisService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const redisUrl = await redisService()
const server = { host: hostname(), pid: process.pid, version, missing: false, memoryBytes: expect.any(Number) }
const machine = { ...server, workers: { idle: 1, busy: 0, starting: 0 }, workerMemoryBytes: [expect.any(Number)] }

describe.skipIf(!redisUrl)('The members of a fleet', async () => {
  const s3 = await s3Service()
  const folder = temporaryFolder()
  const { hostname: host, port } = new URL(redisUrl ?? 'redis://nowhere:1')
  let nodes: QueueNodes
  let cable: Cable

  beforeEach(async () => {
    cable = await cableTo(host, Number(port || 6379))
    nodes = queueNodes(redisUrl!, await s3.newPlace(), folder)
  })
  afterEach(async () => {
    await cable.plugIn().catch(() => {})
    await nodes.close()
    await cable.cut()
  })

  /** Through a connection that can be cut. */
  const fragile = (): string => {
    const url = new URL(redisUrl!)
    url.host = `127.0.0.1:${cable.port}`
    return url.href
  }
  const membersOf = async (engine: Engine): Promise<readonly FleetMember[]> => (await engine.state()).members!
  const sees = (engine: Engine, expected: readonly object[], timeout = 10_000): Promise<void> =>
    vi.waitFor(async () => expect(await membersOf(engine)).toMatchObject(expected), { timeout, interval: 100 })

  test('every server lists all servers, then the machines of workers, and knows which is itself', async () => {
    const [one, other] = [await nodes.server(), await nodes.server()]
    await nodes.machine()
    await sees(one, [server, server, machine])
    await sees(other, [server, server, machine])
    const [here, there] = await Promise.all([one, other].map(membersOf))
    expect(here!.filter((member) => member.here)).toHaveLength(1)
    expect(here!.find((member) => member.here)!.id).not.toBe(there!.find((member) => member.here)!.id)
    expect((await one.state()).workerMemoryBytes).toEqual(here![2]!.workerMemoryBytes)
  })

  test('whoever leaves in order is off the list; whoever is cut off is missing, and told so', async () => {
    const engine = await nodes.server()
    const leaving = await nodes.machine()
    await nodes.machine({ redisUrl: fragile() })
    await sees(engine, [server, machine, machine])
    await leaving.close()
    expect(await membersOf(engine)).toHaveLength(2)
    await cable.cut()
    await sees(engine, [server, { workers: machine.workers, missing: true }], 20_000)
    expect((await engine.state()).workerMemoryBytes).toEqual([])
  })

  test('a server that cannot reach the queue knows nobody, and is on the list again when it can', async () => {
    const [steady, shaky] = [await nodes.server(), await nodes.server({ redisUrl: fragile() })]
    await sees(steady, [server, server])
    await cable.cut()
    expect(await shaky.state()).toMatchObject({ reason: 'queue unreachable', members: [] })
    await nodes.forget()
    await cable.plugIn()
    await sees(steady, [server, server], 20_000)
    await sees(shaky, [server, server], 20_000)
  })
})
