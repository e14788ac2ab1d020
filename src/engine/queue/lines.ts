/** Lines to stand in, by name: each comes when those before it have left. */
export interface Standing {
  come(): Promise<void>
  /** Also of somebody who never came, and more than once. */
  leave(): void
}

export function createLines(): (name: string) => Standing {
  const last = new Map<string, Promise<void>>()
  return (name) => {
    const before = last.get(name) ?? Promise.resolve()
    let left = (): void => {}
    const hasLeft = new Promise<void>((resolve) => {
      left = resolve
    })
    const mine = before.then(() => hasLeft)
    last.set(name, mine)
    return {
      come: () => before,
      leave: () => {
        left()
        if (last.get(name) === mine) void mine.then(() => last.get(name) === mine && last.delete(name))
      },
    }
  }
}
