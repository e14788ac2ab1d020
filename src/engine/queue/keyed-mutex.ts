/** Mutual exclusion by name: each caller acquires the name once the caller before it has released it. */
export interface MutexTurn {
  acquire(): Promise<void>
  /** May be called more than once, and without having acquired. */
  release(): void
}

export function createKeyedMutex(): (name: string) => MutexTurn {
  const last = new Map<string, Promise<void>>()
  return (name) => {
    const before = last.get(name) ?? Promise.resolve()
    let done = (): void => {}
    const released = new Promise<void>((resolve) => {
      done = resolve
    })
    const mine = before.then(() => released)
    last.set(name, mine)
    return {
      acquire: () => before,
      release: () => {
        done()
        if (last.get(name) === mine) void mine.then(() => last.get(name) === mine && last.delete(name))
      },
    }
  }
}
