/** The engine of the HTTP tests: what they learn from it holds for the real one. */
import { AppError } from '../../src/base/errors.js'
import { FakeEngine } from '../http/fake-engine.js'
import { NO_PICTURE } from '../support/obedient-worker.js'
import { engineContract, QUEUE_SIZE } from './engine.js'

engineContract(
  'The fake engine',
  async () => {
    const engine = new FakeEngine(1, QUEUE_SIZE)
    let held = Promise.resolve()
    let release = (): void => {}
    engine.work = async () => {
      await held
      if (engine.seen.at(-1)!.input.toString() === NO_PICTURE) throw new AppError('invalid_image', 'damaged')
    }
    return {
      engine,
      hold: () => {
        held = new Promise((resolve) => {
          release = resolve
        })
      },
      release: () => release(),
      close: () => engine.close(),
    }
  },
  { crashes: false },
)
