/**
 * A worker process: loads and warms the networks once, then runs one job after the other. It knows nothing of HTTP,
 * accounts or credits. When the server is gone, so is its reason to exist.
 */
import { inspect } from 'node:util'
import sharp from 'sharp'
import { AppError } from '../errors.js'
import { createDeadline } from '../imaging/deadline.js'
import { loadMattingNetwork, type MattingNetwork, type NetworkOptions } from '../imaging/matte/network.js'
import type { MattingNetworks } from '../imaging/matte/predict.js'
import { runJob } from '../imaging/run.js'
import type { FromWorker, ToWorker, WorkerSetup } from './messages.js'

let limits: WorkerSetup['limits']
let networks: MattingNetworks

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
  try {
    const deadline = createDeadline(message.budgetMs)
    const outcome = await runJob(message.job, message.files, { networks, limits, deadline })
    say({ type: 'done', outcome, memoryBytes: memoryBytes() })
  } catch (error) {
    say({ type: 'failed', error: describe(error), memoryBytes: memoryBytes() })
  }
})

async function setUp(setup: WorkerSetup): Promise<void> {
  sharp.cache(false) // every picture is seen once
  sharp.concurrency(setup.threads)
  limits = setup.limits
  const { isnet, u2netp } = setup.networks
  networks = { isnet: await load(isnet, setup.threads), u2netp: await load(u2netp, setup.threads) }
  // The first run allocates; nobody's request should pay for that.
  for (const network of Object.values(networks)) await network.predict(new Uint8Array(network.size ** 2 * 3))
}

/** The runtime does not say which file it could not read. */
function load(options: NetworkOptions, threads: number): Promise<MattingNetwork> {
  return loadMattingNetwork(options, threads).catch((error: Error) => {
    throw new Error(`${options.file}: ${error.message}`, { cause: error })
  })
}

function describe(error: unknown): Extract<FromWorker, { type: 'failed' }>['error'] {
  if (error instanceof AppError) {
    return { kind: error.kind, message: error.message, cause: error.cause ? String(error.cause) : undefined }
  }
  return { kind: 'internal', message: 'The picture could not be processed', cause: inspect(error) }
}
