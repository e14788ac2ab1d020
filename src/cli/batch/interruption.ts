/** Ctrl-C: the first one ends a batch in an orderly way, the second one at once. */
export function onInterruption(atOnce: () => void): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => (controller.signal.aborted ? atOnce() : controller.abort()))
  }
  return controller.signal
}
