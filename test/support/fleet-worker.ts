/**
 * A machine of workers for the tests of a fleet, in a process of its own: everything as in the product, but for the
 * networks. Its workers take some time, and hand the picture back as it is, with the background's bytes behind its own.
 * TEST_WORK_MS says how long a job takes, TEST_CANNOT_START why no worker can start.
 */
import { randomInt } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { createLog } from '../../src/base/log.js'
import { loadConfig } from '../../src/config/load.js'
import { createProcessPool } from '../../src/engine/process-pool.js'
import type { JobReply } from '../../src/engine/worker-process.js'
import type { FilesOf, Job, JobFiles } from '../../src/imaging/job.js'
import { openSignals } from '../../src/server/signals.js'
import { runWorkerNode } from '../../src/server/worker-node.js'
import { OUTCOME, ScriptedWorker } from './scripted-worker.js'

const { TEST_WORK_MS, TEST_CANNOT_START } = process.env
const workMs = (): number => (TEST_WORK_MS === undefined ? randomInt(50, 500) : Number(TEST_WORK_MS))

class LeisurelyWorker extends ScriptedWorker {
  override run(job: Job, files: FilesOf<Job>, budgetMs: number): Promise<JobReply> {
    const reply = super.run(job, files, budgetMs)
    setTimeout(() => {
      const { input, background, output } = files as JobFiles // of every job that these tests send
      const picture = Buffer.concat((background ? [input, background] : [input]).map((file) => readFileSync(file)))
      writeFileSync(output, picture)
      const outcome = { ...OUTCOME, bytes: picture.length }
      this.finish({ type: 'done', outcome, memoryBytes: this.memoryBytes })
    }, workMs()).unref() // a machine that has stopped does not wait for it
    return reply
  }
}

const config = loadConfig(process.env)
const signals = await openSignals('worker', config, () => log)
const log = createLog(config.logLevel, signals.logFacts)
let count = 0
const pool = createProcessPool({
  ...config.engine,
  queueSize: 100,
  maxWaitMs: 3_600_000,
  startWorker: () => {
    const worker = new LeisurelyWorker(++count)
    if (TEST_CANNOT_START === undefined) worker.warm()
    else worker.cannotStart(TEST_CANNOT_START)
    return worker
  },
  onEvent: (event, facts) => {
    signals.stores.workerEvent(event)
    log.info(facts, event)
  },
})
await runWorkerNode(config, log, pool, signals)
