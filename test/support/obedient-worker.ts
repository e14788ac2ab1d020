/** A worker without a process that does its jobs by itself: copies the input, or fails for one that is no picture. */
import { copyFileSync, readFileSync } from 'node:fs'
import type { JobReply } from '../../src/engine/worker-process.js'
import type { FilesOf, Job } from '../../src/imaging/job.js'
import { ScriptedWorker } from './scripted-worker.js'

/** What is in an input that is no picture. */
export const NO_PICTURE = 'no picture'

const FAILURE = { kind: 'invalid_image', message: 'damaged' } as const

/** Unless it is held. */
export class ObedientWorker extends ScriptedWorker {
  held = false
  private files: FilesOf<Job> | undefined

  override run(job: Job, files: FilesOf<Job>, budgetMs: number): Promise<JobReply> {
    const reply = super.run(job, files, budgetMs)
    this.files = files
    if (!this.held) this.work()
    return reply
  }

  release(): void {
    this.held = false
    this.work()
  }

  private work(): void {
    if (!this.files) return
    const { input, output } = this.files
    this.files = undefined
    if (input === undefined || output === undefined) {
      this.finish()
    } else if (readFileSync(input, 'latin1') === NO_PICTURE) {
      this.finish({ type: 'failed', error: FAILURE, memoryBytes: this.memoryBytes })
    } else {
      copyFileSync(input, output)
      this.finish()
    }
  }
}
