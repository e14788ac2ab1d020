/** Config → the worker processes of this machine, for a server or for the queue. */
import type { Logger } from 'pino'
import type { WorkerConfig } from '../config/config.js'
import { type EngineEvent, openPool } from '../engine/open.js'
import type { Engine, OverloadOptions } from '../engine/port.js'
import { IMAGE_SIDES } from '../imaging/job.js'
import { chooseNetworks } from '../imaging/networks/choose.js'
import { modelStoreOf } from '../models/store.js'
import { mattingSetupFor, roomForNetworksMb } from '../networks/setup.js'

export async function openLocalPool(
  config: Pick<WorkerConfig, 'networkHome' | 'engine' | 'limits'>,
  log: Pick<Logger, 'error' | 'warn' | 'info'>,
  bounds: OverloadOptions,
  count: (event: EngineEvent) => void = () => {},
): Promise<Engine> {
  const models = modelStoreOf(config)
  const matting = await mattingSetupFor(config, (file) => log.info({ file }, 'trying a network'))
  const setup = {
    networks: chooseNetworks(await models.networks(), await models.texts()),
    matting,
    threads: config.engine.threadsPerWorker,
    limits: { ...IMAGE_SIDES, pixels: config.limits.pixels },
  }
  const onEvent = (event: EngineEvent, facts: object): void => {
    count(event)
    log[levelOf(event)](facts, event)
  }
  const workerMemoryBytes = config.engine.workerMemoryBytes + roomForNetworksMb(matting) * 2 ** 20
  return openPool(setup, { ...config.engine, ...bounds, workerMemoryBytes, onEvent })
}

const levelOf = (event: EngineEvent): 'error' | 'warn' | 'info' =>
  event === 'worker cannot start' ? 'error' : event === 'worker died' ? 'warn' : 'info'
