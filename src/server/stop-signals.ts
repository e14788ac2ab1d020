/** What ends a server or a worker machine: the first signal gracefully, the second one at once. */
import { constants } from 'node:os'

export type StopSignal = 'SIGINT' | 'SIGTERM'

/** A terminal sends Ctrl-C to the whole process group, and launchers pass it on: that is one signal, not two. */
const ECHO_MS = 500

export function onStopSignal(inOrder: (signal: StopSignal) => void): void {
  let firstAt: number | undefined
  const hear = (signal: StopSignal): void => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      inOrder(signal)
    } else if (performance.now() - firstAt > ECHO_MS) {
      process.exit(128 + constants.signals[signal]) // as shells report a process that was ended by a signal
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, hear)
}
