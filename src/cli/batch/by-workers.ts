/** Results of this machine's workers. */
import type { Order } from '../../imaging/job.js'
import { runPatiently } from '../../photos/run-patiently.js'
import type { EngineOnDemand } from './on-demand.js'
import type { Producer } from './producer.js'

export function byWorkers(engines: EngineOnDemand, order: Order): Producer {
  return {
    ready: async (photos) => {
      const engine = await engines.ready(photos)
      return engine && ((files, signal) => runPatiently(order, files, engine, signal))
    },
    close: engines.close,
  }
}
