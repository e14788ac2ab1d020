/**
 * BullMQ's worker, and whether it really takes jobs. BullMQ calls a worker running as soon as it was told to run, even
 * if it never found Redis; before its machine counts as ready it must have looked into the queue.
 */
import { type Processor, Worker, type WorkerOptions } from 'bullmq'
import type { QueuedJob, QueueReply } from './messages.js'

export class PollingWorker extends Worker<QueuedJob, QueueReply> {
  /** Resolves when the queue has answered for the first time, or when this worker is closed before that. */
  readonly firstAnswer: Promise<void>
  private heard = (): void => {}
  private answered = false
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

  /** `resume` does not wait for it, so errors are reported here; the next `resume` runs it again. */
  override async run(): Promise<void> {
    await super.run().catch((error: Error) => this.emit('error', error))
  }

  /** The next job, if there is one. */
  protected override async moveToActive(token: string, name?: string): ReturnType<Worker['moveToActive']> {
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
