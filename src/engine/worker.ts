/**
 * A worker process: loads and warms the networks once, then runs one job after the other. It knows nothing of HTTP,
 * accounts or credits. It ends when the server does.
 */
import v8 from 'node:v8'
import sharp from 'sharp'
import { createDeadline } from '../imaging/deadline.js'
import { type LoadedTools, loadTools } from '../imaging/load-tools.js'
import { type JobTools, runJob } from '../imaging/run-job.js'
import { describeError } from './described-error.js'
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js'

let tools: Omit<JobTools, 'deadline' | 'findSubject'>
let finderFor: LoadedTools['finderFor']
let running: AbortController | undefined

const say = (message: FromWorker): void => {
  process.send?.(message)
}

const memoryBytes = (): number => process.memoryUsage.rss()

// The heap is small, but every plane counts: left alone, it would be searched for garbage seven times per picture.
v8.setFlagsFromString('--heap-growing-percent=100')

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
    const findSubject = finderFor('detail' in message.job ? message.job.detail : undefined, deadline)
    const outcome = await runJob(message.job, message.files, { ...tools, findSubject, deadline })
    say({ type: 'done', outcome, memoryBytes: memoryBytes() })
  } catch (error) {
    say({ type: 'failed', error: describeError(error), memoryBytes: memoryBytes() })
  } finally {
    running = undefined
  }
})

async function setUp(setup: WorkerSetup): Promise<void> {
  sharp.cache(false) // no picture is read twice
  sharp.concurrency(setup.threads)
  const { findFaces, findNearest, warm, ...loaded } = await loadTools(setup.networks, setup.matting, setup.threads)
  finderFor = loaded.finderFor
  tools = { findFaces, findNearest, limits: setup.limits }
  await warm()
}
