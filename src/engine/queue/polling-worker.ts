/**
 * BullMQ's worker, which may take its next job while the last one is being delivered, and which knows whether it really
 * takes jobs. BullMQ calls a worker running as soon as it was told to run, even if it never found Redis; before its
 * machine counts as ready it must have looked into the queue.
 */
import { type Job, type Processor, WaitingError, Worker, type WorkerOptions } from 'bullmq'
import type { QueuedJob, QueueReply } from './messages.js'

type QueueJob = Job<QueuedJob, QueueReply>

export class PollingWorker extends Worker<QueuedJob, QueueReply> {
  /** Resolves when the queue has answered for the first time, or when this worker is closed before that. */
  readonly firstAnswer: Promise<void>
  private heard = (): void => {}
  private answered = false
  /** No job waited when this was last known, and the next one is announced. */
  private quiet = false
  /** Of jobs that have made way. */
  readonly deliveries = new Map<string, Promise<unknown>>()
  /** One for commands, and one that blocks until there is a job. */
  private connections: readonly ({ readonly status: string } | undefined)[] = []

  constructor(name: string, processor: Processor<QueuedJob, QueueReply>, options: WorkerOptions) {
    super(name, processor, { ...options, autorun: false })
    this.firstAnswer = new Promise((resolve) => {
      this.heard = resolve
      this.once('closing', () => resolve())
    })
  }

  polls(): boolean {
    const connected = this.connections.every((connection) => connection?.status === 'ready')
    return this.answered && connected && this.isRunning() && !this.isPaused()
  }

  /** No job waits, and the next one will be announced: there is no need to look for it first. */
  waitForNews(): void {
    this.quiet = true
    void this.nextJobFromJobData() // what BullMQ does when it has looked and found none
  }

  /**
   * For a processor that has made what was asked for, and still has to deliver it: with the error that this returns, it
   * makes way for the next job. Until the reply is there the job stays this worker's.
   */
  makeWay(job: QueueJob, reply: Promise<QueueReply>, token: string): Error {
    const { id = '' } = job
    const answered = reply
      .then((value) => job.moveToCompleted(value, token, false)) // waits for Redis
      .catch((error: unknown) => error instanceof WaitingError || this.emit('error', error as Error))
      .finally(() => {
        this.deliveries.delete(id)
        this.lockManager.untrackJob(id)
      })
    this.deliveries.set(id, answered)
    return new WaitingError()
  }

  override async processJob(
    job: QueueJob,
    token: string,
    fetchNext: () => boolean = () => true,
  ): ReturnType<Worker['processJob']> {
    const next = await super.processJob(job, token, () => !this.quiet && fetchNext())
    // BullMQ no longer renews its lock by itself.
    if (this.deliveries.has(job.id ?? '')) this.lockManager.trackJob(job.id ?? '', token, job.processedOn ?? 0)
    return next
  }

  /** `resume` does not wait for it, so errors are reported here; the next `resume` runs it again. */
  override async run(): Promise<void> {
    await super.run().catch((error: Error) => this.emit('error', error))
  }

  /** The next job, if there is one. */
  protected override async moveToActive(token: string, name?: string): ReturnType<Worker['moveToActive']> {
    this.quiet = false
    try {
      this.connections = await Promise.all([this.backend.client, this.backend.blockingClient])
      const job = await super.moveToActive(token, name)
      this.answered = true
      this.heard()
      return job
    } catch (error) {
      this.answered = false
      throw error
    }
  }
}
