/** What ends a server or a machine of workers: the first signal in order, the second one at once. */
import { constants } from 'node:os'

export type StopSignal = 'SIGINT' | 'SIGTERM'

/** A terminal tells everybody of Ctrl-C, and programs that start others pass it on to them: that is one signal, not two. */
const ECHO_MS = 500

export function onStopSignal(inOrder: (signal: StopSignal) => void): void {
  let firstAt: number | undefined
  const hear = (signal: StopSignal): void => {
    if (firstAt === undefined) {
      firstAt = performance.now()
      inOrder(signal)
    } else if (performance.now() - firstAt > ECHO_MS) {
      process.exit(128 + constants.signals[signal]) // as a shell tells of a process that a signal ended
    }
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, hear)
}
