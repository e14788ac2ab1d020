/** Calls to what lies behind a port, as metrics and traces see them. The decorators of the ports make them known. */
export interface WatchedCall {
  readonly port: 'database' | 'storage' | 'passage' | 'redis' | 'engine'
  /** What is asked of it: few words, because each becomes a series of its own. */
  readonly operation: string
}

export interface Watch {
  /** Carries out the work, and passes on what comes of it. */
  around<T>(call: WatchedCall, work: () => Promise<T>): Promise<T>
}

/** The first is outermost. */
export const inTurn = (outer: Watch, inner: Watch): Watch => ({
  around: (call, work) => outer.around(call, () => inner.around(call, work)),
})
