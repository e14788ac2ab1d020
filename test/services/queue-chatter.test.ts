/** How often nodes ask Redis for one image: each script is a decision, and none is made twice. */
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { randomToken } from '../../src/base/random-ids.js'
import type { Engine } from '../../src/engine/port.js'
import { preambleOf, SCRIPTS } from '../../src/engine/queue/fleet-scripts.js'
import { JOB_FORMAT } from '../../src/engine/queue/messages.js'
import { eventually } from '../support/eventually.js'
import { hasWorkers, queueNodes } from '../support/queue-nodes.js'
import { s3Service } from '../support/s3-service.js'
import { redisService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const redisUrl = await redisService()
/** Only what an image causes: no machine looks for jobs by itself. */
const NEVER = { lockMs: 3_600_000, stalledCheckMs: 3_600_000, idleMs: 3_600_000 }
const BY_TIMERS = ['Report', 'Upkeep', 'Overview', 'OverdueObjects']

describe.skipIf(!redisUrl)('An image in the queue', async () => {
  const s3 = await s3Service()
  const folder = temporaryFolder()

  test('takes four scripts of ours and three of BullMQ', async ({ onTestFinished }) => {
    const prefix = `{${randomToken()}}`
    const nodes = queueNodes(redisUrl!, await s3.newPlace(), folder, prefix)
    const looker = new Redis(redisUrl!)
    const monitor = await looker.monitor()
    onTestFinished(async () => {
      monitor.disconnect()
      looker.disconnect()
      await nodes.close()
    })
    const preamble = preambleOf({ prefix, format: JOB_FORMAT })
    const ours = new Map(
      Object.entries(SCRIPTS).map(([name, lua]) => [
        createHash('sha1')
          .update(preamble + lua)
          .digest('hex'),
        name,
      ]),
    )
    let heard: string[] = []
    monitor.on('monitor', (_time: string, [command = '', script = '', , key = '']: string[]) => {
      if (command.toLowerCase() !== 'evalsha') return
      const name = ours.get(script) ?? (key.startsWith(prefix) ? 'BullMQ' : undefined)
      if (name && !BY_TIMERS.includes(name)) heard.push(name)
    })
    const engine = await nodes.server()
    await nodes.machine({ patience: NEVER })
    await hasWorkers(engine, 1)
    for (let i = 0; i < 2; i++) await keepOne(engine) // the first time scripts are sent in full
    await eventually(() => expect(heard).toContain('Adopt'))
    heard = []
    await keepOne(engine)
    const expected = ['Enter', 'BullMQ', 'BullMQ', 'Begin', 'Finish', 'BullMQ', 'Adopt']
    await eventually(() => expect(heard).toEqual(expected))
  })

  const keepOne = async (engine: Engine): Promise<void> => {
    const files = { input: path.join(folder, 'in'), output: path.join(folder, 'out') }
    await writeFile(files.input, 'picture')
    const slot = await engine.admit({ account: 'somebody', rank: 'paid', kind: 'convert' })
    const job = { kind: 'convert', maxSide: 16, format: 'png' } as const
    const { stored } = await slot.run(job, files, new AbortController().signal, { keep: true })
    await stored!.adopt()
    slot.release()
  }
})
