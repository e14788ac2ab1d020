/**
 * A machine of workers for the tests of a fleet, in a process of its own: everything as in the product, but for the
 * networks. Its workers take some time, and hand the picture back as it is, with the background's bytes behind its own.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { loadConfig } from '../../src/config.js'
import { createProcessPool } from '../../src/engine/process-pool.js'
import type { JobReply } from '../../src/engine/worker-process.js'
import type { Job, JobFiles } from '../../src/imaging/job.js'
import { createLog } from '../../src/log.js'
import { runWorkerNode } from '../../src/worker-node.js'
import { OUTCOME, ScriptedWorker } from './scripted-worker.js'

const WORK_MS = { least: 50, most: 500 }

class LeisurelyWorker extends ScriptedWorker {
  override run(job: Job, files: JobFiles, budgetMs: number): Promise<JobReply> {
    const reply = super.run(job, files, budgetMs)
    setTimeout(
      () => {
        const { input, background, output } = files
        const picture = Buffer.concat((background ? [input, background] : [input]).map((file) => readFileSync(file)))
        writeFileSync(output, picture)
        const outcome = { ...OUTCOME, bytes: picture.length }
        this.finish({ type: 'done', outcome, memoryBytes: this.memoryBytes })
      },
      WORK_MS.least + Math.random() * (WORK_MS.most - WORK_MS.least),
    )
    return reply
  }
}

const config = loadConfig(process.env)
const log = createLog(config.logLevel)
let count = 0
const pool = createProcessPool({
  ...config.engine,
  queueSize: 100,
  maxWaitMs: 3_600_000,
  startWorker: () => {
    const worker = new LeisurelyWorker(++count)
    worker.warm()
    return worker
  },
  onEvent: () => {},
})
await runWorkerNode(config, log, pool)
