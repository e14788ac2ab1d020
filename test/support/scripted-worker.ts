/** A worker without a process: the test decides what it does and when. */
import { type JobReply, WorkerDied, type WorkerProcess } from '../../src/engine/worker-process.js'
import type { CutoutOutcome, FilesOf, Job } from '../../src/imaging/job.js'

export const OUTCOME: CutoutOutcome = {
  kind: 'cutout',
  width: 1,
  height: 1,
  contentType: 'image/png',
  extension: 'png',
  bytes: 1,
  foreground: { left: 0, top: 0, width: 1, height: 1 },
  timingsMs: { decode: 0, infer: 0, compose: 0, encode: 0 },
}

export class ScriptedWorker implements WorkerProcess {
  memoryBytes = 100 * 2 ** 20
  killed = false
  cancelled = false
  /** The `input` of every job it was given, in order. */
  readonly given: string[] = []
  readonly budgetsMs: number[] = []
  readonly ready: Promise<void>
  readonly ended: Promise<void>
  warm!: () => void
  private refuseStart!: (error: Error) => void
  private end!: () => void
  private reply: ((reply: JobReply) => void) | undefined
  private abandon: ((error: Error) => void) | undefined

  constructor(readonly pid: number) {
    this.ready = new Promise((resolve, reject) => {
      this.warm = resolve
      this.refuseStart = reject
    })
    this.ended = new Promise((resolve) => {
      this.end = resolve
    })
  }

  run(_job: Job, { input = '' }: FilesOf<Job>, budgetMs: number): Promise<JobReply> {
    if (this.reply) throw new Error('two jobs at a time')
    this.given.push(input)
    this.budgetsMs.push(budgetMs)
    return new Promise((resolve, reject) => {
      this.reply = resolve
      this.abandon = reject
    })
  }

  readonly cancel = (): void => {
    this.cancelled = true
  }

  kill(): void {
    this.killed = true
    this.die('SIGKILL')
  }

  cannotStart(reason: string): void {
    this.refuseStart(new Error(reason))
  }

  finish(reply: JobReply = { type: 'done', outcome: OUTCOME, memoryBytes: this.memoryBytes }): void {
    this.reply?.(reply)
    this.reply = undefined
    this.abandon = undefined
  }

  die(signal = 'SIGSEGV'): void {
    const death = WorkerDied.ofExit(null, signal)
    this.abandon?.(death)
    this.refuseStart(death)
    this.end()
  }
}
