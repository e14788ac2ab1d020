/** Takes the lock named on its command line, says so, and keeps it until it is ended from outside. */
import { lockExclusively } from '../../src/db/exclusive-lock.js'

try {
  lockExclusively(process.argv[2] ?? '')
  process.send?.('locked')
  process.on('message', () => {}) // keeps the process alive while its parent is
} catch (error) {
  process.send?.((error as Error).message)
}
