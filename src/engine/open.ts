/** Options → the engine of a single machine, and both ends of the queue between many. */
import type { WorkerSetup } from './messages.js'
import type { Engine } from './port.js'
import { createProcessPool, type PoolOptions } from './process-pool.js'
import type { QueueAccess, QueueWorkerOptions } from './queue/open.js'
import type { QueueEngineOptions } from './queue/queue-engine.js'
import type { QueueWorker } from './queue/queue-worker.js'
import { startWorkerProcess } from './worker-process.js'

export type { Follow, QueueWorker } from './queue/queue-worker.js'
export type { EngineEvent } from './worker-set.js'

/** Worker processes on this machine. */
export const openPool = (setup: WorkerSetup, options: Omit<PoolOptions, 'startWorker'>): Engine =>
  createProcessPool({ ...options, startWorker: () => startWorkerProcess(setup) })

// BullMQ and the Redis client are loaded only where they are used.

export async function openQueue(access: QueueAccess, options: QueueEngineOptions): Promise<Engine> {
  const { openQueueEngine } = await import('./queue/open.js')
  return openQueueEngine(access, options)
}

export async function openWorker(access: QueueAccess, options: QueueWorkerOptions): Promise<QueueWorker> {
  const { openQueueWorker } = await import('./queue/open.js')
  return openQueueWorker(access, options)
}
