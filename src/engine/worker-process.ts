/** The server's handle on one worker process: start, one job at a time, kill. Scheduling is up to the pool. */
import { type ChildProcess, fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { FilesOf, Job } from '../imaging/job.js'
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js'

export type JobReply = Extract<FromWorker, { type: 'done' | 'failed' }>

/** The signals of a process whose own code fails; others are sent from outside: by the kernel, an operator, or us. */
const CRASHES: ReadonlySet<string> = new Set(['SIGSEGV', 'SIGABRT', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP'])

export class WorkerDied extends Error {
  override readonly name = 'WorkerDied'

  constructor(
    reason: string,
    readonly by: 'itself' | 'others',
  ) {
    super(`The worker process ended: ${reason}`)
  }

  static ofExit(code: number | null, signal: string | null): WorkerDied {
    if (signal === null) return new WorkerDied(`code ${code}`, 'itself')
    return new WorkerDied(signal, CRASHES.has(signal) ? 'itself' : 'others')
  }
}

export interface WorkerProcess {
  readonly pid: number | undefined
  /** Resident memory after the last job. */
  readonly memoryBytes: number
  /** Resolves when the networks are warm; rejects when they cannot be loaded or the process dies before that. */
  readonly ready: Promise<void>
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>
  /** Rejects with WorkerDied when the process ends before it has answered. */
  run(job: Job, files: FilesOf<Job>, budgetMs: number): Promise<JobReply>
  /** The running job fails at its next step. */
  cancel(): void
  kill(): void
}

// In development this file is TypeScript, and so is the worker.
const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js'
const entry = fileURLToPath(new URL(`./worker.${extension}`, import.meta.url))

export function startWorkerProcess(setup: WorkerSetup): WorkerProcess {
  const child: ChildProcess = fork(entry, [], {
    execArgv: extension === 'ts' ? ['--import', 'tsx'] : [],
    // A process that reads strangers' files needs none of our secrets. glibc keeps an arena per thread, which with
    // large pixel buffers means memory that is never given back. Telemetry is also turned off where the runtime is
    // loaded; here it is off for anything else that a worker may load.
    env: { MALLOC_ARENA_MAX: '2', ORT_DISABLE_TELEMETRY: '1' },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  let memoryBytes = 0
  let onMessage: (message: FromWorker) => void = () => {}
  let onEnd: (error: WorkerDied) => void = () => {}

  const nextMessage = (): Promise<FromWorker> =>
    new Promise((resolve, reject) => {
      onMessage = resolve
      onEnd = reject
    })
  const send = (message: ToWorker): void => {
    // A failed send means that the process is gone, which 'exit' reports as well.
    child.send(message, () => {})
  }

  child.on('message', (message: FromWorker) => {
    if ('memoryBytes' in message) memoryBytes = message.memoryBytes
    onMessage(message)
  })
  const ended = new Promise<void>((resolve) => {
    const end = (death: WorkerDied): void => {
      onEnd(death)
      resolve()
    }
    child.on('exit', (code, signal) => end(WorkerDied.ofExit(code, signal)))
    child.on('error', (error) => end(new WorkerDied(error.message, 'others')))
  })

  const ready = nextMessage().then((message) => {
    if (message.type === 'unusable') throw new Error(message.reason)
  })
  send({ type: 'setup', setup })

  return {
    pid: child.pid,
    get memoryBytes() {
      return memoryBytes
    },
    ready,
    ended,
    run: async (job, files, budgetMs) => {
      const reply = nextMessage()
      send({ type: 'job', job, files, budgetMs })
      return (await reply) as JobReply
    },
    cancel: () => send({ type: 'cancel' }),
    kill: () => {
      child.kill('SIGKILL')
    },
  }
}
