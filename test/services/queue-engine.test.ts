/** The engine of many machines, on a real Redis and an S3 server; the machine of workers has a scripted one. */
import { describe } from 'vitest'
import { engineContract, QUEUE_SIZE } from '../contract/engine.js'
import { hasWorkers, queueNodes } from '../support/queue-nodes.js'
import { s3Service } from '../support/s3-service.js'
import { redisService } from '../support/services.js'
import { temporaryFolder } from '../support/temporary-folder.js'

const redisUrl = await redisService()

describe.skipIf(!redisUrl)('on Redis', async () => {
  const s3 = await s3Service()
  const folder = temporaryFolder()
  engineContract(
    'The queue engine',
    async () => {
      const nodes = queueNodes(redisUrl!, await s3.newPlace(), folder)
      const { worker, crash } = await nodes.machine()
      const engine = await nodes.server({ queueSize: QUEUE_SIZE })
      await hasWorkers(engine, 1)
      return {
        engine,
        hold: () => {
          worker().held = true
        },
        release: () => worker().release(),
        crash: (by) => crash(by === 'itself' ? 'SIGSEGV' : 'SIGKILL'),
        close: nodes.close,
      }
    },
    { crashes: true },
  )
})
