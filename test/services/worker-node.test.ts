/** A machine of workers as a process: how it stops, and what becomes of jobs when it cannot do any. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Engine, FinishedJob } from '../../src/engine/port.js'
import { PREFIX } from '../../src/engine/queue/messages.js'
import type { Job, JobFiles } from '../../src/imaging/job.js'
import { eventually } from '../support/eventually.js'
import { type Member, redisNode, redisServer } from '../support/fleet.js'
import { freePort } from '../support/free-port.js'
import { hasWorkers, type QueueNodes, queueNodes } from '../support/queue-nodes.js'
import { s3Service } from '../support/s3-service.js'
import { newDataDir, removeDataDir } from '../support/server.js'
import { temporaryFolder } from '../support/temporary-folder.js'
import { workerNode } from '../support/worker-node.js'

const redisCommand = redisServer()
const JOB: Job = { kind: 'convert', maxSide: 16, format: 'png' }
/** A signal this long after another one is meant as a second. */
const NO_ECHO_MS = 1000
/** Nobody finds out by himself that another machine has died: whatever is handed over was given back. */
const NEVER = { lockMs: 3_600_000, stalledCheckMs: 3_600_000, idleMs: 3_600_000 }

describe.skipIf(!redisCommand)('A machine of workers', async () => {
  const s3 = await s3Service()
  const folder = temporaryFolder()
  const redisPort = await freePort()
  const redisUrl = `redis://127.0.0.1:${redisPort}`
  const redis = redisNode(redisCommand ?? '', redisPort, folder)
  let dataDir: string
  let members: Member[]
  let nodes: QueueNodes
  let engine: Engine
  let settings: Record<string, string>

  beforeAll(async () => {
    await redis.start()
    return () => redis.kill()
  })
  beforeEach(async () => {
    dataDir = await newDataDir()
    members = []
    const place = await s3.newPlace()
    const { bucket, endpoint, region } = place
    nodes = queueNodes(redisUrl, place, folder, PREFIX)
    engine = await nodes.server()
    settings = {
      REDIS_URL: redisUrl,
      STORAGE_URL: `s3://S3RVER:S3RVER@${bucket}?endpoint=${endpoint}&region=${region}`,
      DATA_DIR: dataDir,
      WORKERS: '1',
      SHUTDOWN_SECONDS: '1',
    }
  })
  afterEach(async () => {
    await Promise.all(members.map((member) => member.kill()))
    await nodes.close()
    await removeDataDir(dataDir)
  })

  const process = (more: Record<string, string>): Member => {
    const node = workerNode('workers', { ...settings, ...more })
    members.push(node)
    return node
  }
  let count = 0
  const submit = async (): Promise<{ done: FinishedJob; files: JobFiles }> => {
    const files = { input: path.join(folder, `in-${++count}`), output: path.join(folder, `out-${count}`) }
    await writeFile(files.input, `picture ${count}`)
    const slot = await engine.admit({ account: 'somebody', rank: 'paid', kind: 'convert' })
    const done = await slot.run(JOB, files, new AbortController().signal).finally(slot.release)
    return { done, files }
  }

  test('that is told to stop gives its unfinished job back: another does it, and the client gets its picture', async () => {
    const slow = process({ TEST_WORK_MS: '3600000', JOB_TIMEOUT_MS: '600000' })
    await slow.start()
    await hasWorkers(engine, 1)
    const job = submit()
    await eventually(async () => expect((await engine.state()).workers.busy).toBe(1))
    const other = await nodes.machine({ patience: NEVER })
    expect(await slow.stop(), 'ends in order').toBe(0)
    const { files } = await job
    expect(await readFile(files.output)).toEqual(await readFile(files.input))
    expect(other.worker().given).toHaveLength(1)
  })

  test('that is told to stop finishes what it does, and leaves to others what waits', async () => {
    const leaving = process({ TEST_WORK_MS: '2000', SHUTDOWN_SECONDS: '3600' })
    await leaving.start()
    await hasWorkers(engine, 1)
    const first = submit()
    await eventually(async () => expect((await engine.state()).workers.busy).toBe(1))
    const second = submit()
    await eventually(async () => expect((await engine.state()).waiting).toBe(1))
    expect(await leaving.stop()).toBe(0)
    await first
    const other = await nodes.machine({ patience: NEVER })
    await second
    expect(other.worker().given).toHaveLength(1)
  })

  test('that is told to stop twice ends at once', async () => {
    const stuck = process({ TEST_WORK_MS: '3600000', JOB_TIMEOUT_MS: '600000', SHUTDOWN_SECONDS: '3600' })
    await stuck.start()
    await hasWorkers(engine, 1)
    submit().catch(() => {}) // nobody waits for it
    await eventually(async () => expect((await engine.state()).workers.busy).toBe(1))
    void stuck.stop()
    await eventually(() => expect(stuck.output.join()).toContain('draining'))
    await sleep(NO_ECHO_MS)
    expect(await stuck.stop()).toBe(128 + 15)
  })

  test('whose networks cannot be loaded says why and ends; jobs are done by others', async () => {
    const healthy = await nodes.machine({ patience: NEVER })
    await hasWorkers(engine, 1)
    const broken = process({ TEST_CANNOT_START: 'the file is damaged' })
    const ended = expect(broken.start()).rejects.toThrow('workers ended')
    const [before, given] = [count, () => healthy.worker().given.length]
    let over = false
    const jobs = (async () => {
      while (!over) await submit()
    })()
    await ended
    over = true
    await jobs
    await submit()
    expect(given()).toBe(count - before)
    expect(broken.output.join('\n')).toContain('The networks cannot be loaded: the file is damaged')
    expect(broken.output.join('\n')).not.toContain('taking jobs')
  })
})
