/**
 * A worker process: loads and warms the networks once, then runs one job after the other. It knows nothing of HTTP,
 * accounts or credits. It ends when the server does.
 */
import { inspect } from 'node:util'
import sharp from 'sharp'
import { AppError } from '../errors.js'
import { createDeadline } from '../imaging/deadline.js'
import { loadTools } from '../imaging/load-tools.js'
import { type JobTools, runJob } from '../imaging/run-job.js'
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js'

let tools: Omit<JobTools, 'deadline'>
let running: AbortController | undefined

const say = (message: FromWorker): void => {
  process.send?.(message)
}

const memoryBytes = (): number => process.memoryUsage.rss()

process.on('disconnect', () => process.exit())
// Ctrl-C reaches the whole process group; the server decides when its workers end.
process.on('SIGINT', () => {})

process.on('message', async (message: ToWorker) => {
  if (message.type === 'setup') {
    try {
      await setUp(message.setup)
      say({ type: 'ready', memoryBytes: memoryBytes() })
    } catch (error) {
      say({ type: 'unusable', reason: (error as Error).message })
    }
    return
  }
  if (message.type === 'cancel') {
    running?.abort()
    return
  }
  running = new AbortController()
  try {
    const deadline = createDeadline(message.budgetMs, { cancelled: running.signal })
    const outcome = await runJob(message.job, message.files, { ...tools, deadline })
    say({ type: 'done', outcome, memoryBytes: memoryBytes() })
  } catch (error) {
    say({ type: 'failed', error: describe(error), memoryBytes: memoryBytes() })
  } finally {
    running = undefined
  }
})

async function setUp(setup: WorkerSetup): Promise<void> {
  sharp.cache(false) // no picture is read twice
  sharp.concurrency(setup.threads)
  const { matting, findSubject, findFaces, style } = await loadTools(setup.networks, setup.quality, setup.threads)
  tools = { findSubject, findFaces, style, limits: setup.limits }
  // The first run allocates; nobody's request should pay for that. The detectors are small and need no such care.
  await matting.predict(new Uint8Array(matting.size ** 2 * 3))
}

function describe(error: unknown): Extract<FromWorker, { type: 'failed' }>['error'] {
  if (error instanceof AppError) {
    const { kind, message, parameter, reason, cause } = error
    return { kind, message, parameter, reason, cause: cause ? String(cause) : undefined, code: codeOf(cause) }
  }
  return {
    kind: 'internal',
    message: 'The picture could not be processed',
    parameter: undefined,
    reason: undefined,
    cause: inspect(error),
    code: codeOf(error),
  }
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined
  // libvips repeats the words of the system, not its code.
  if (/no space left on device/i.test(error.message)) return 'ENOSPC'
  const { code } = error as NodeJS.ErrnoException
  return typeof code === 'string' ? code : undefined
}
