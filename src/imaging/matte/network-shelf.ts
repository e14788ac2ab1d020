/**
 * The added networks that are in memory. Each is loaded when it is first needed, once for all who need it then, and
 * unloaded when another needs the room or when nobody has needed it for a while. What is in use stays.
 */
export interface ShelfOptions<Item, Network> {
  readonly load: (item: Item) => Promise<Network>
  /** What they may take together; a single one that takes more stands alone. */
  readonly roomMb: number
  readonly idleMs: number
  /** Stays while it is idle, unless another needs the room. */
  readonly kept?: string
}

export interface Shelf<Item, Network> {
  /** Works with a network that stays until the work is done. */
  use<T>(item: Item, work: (network: Network) => Promise<T>): Promise<T>
  /** The names of what is loaded, the one used last at the end. */
  loaded(): string[]
}

interface Held<Network> {
  readonly memoryMb: number
  readonly network: Promise<Network>
  users: number
  idle?: NodeJS.Timeout
}

export function createNetworkShelf<
  Item extends { readonly name: string; readonly memoryMb: number },
  Network extends { release(): Promise<void> },
>({ load, roomMb, idleMs, kept }: ShelfOptions<Item, Network>): Shelf<Item, Network> {
  /** In the order of their last use. */
  const shelf = new Map<string, Held<Network>>()

  const unload = async (name: string, held: Held<Network>): Promise<void> => {
    clearTimeout(held.idle)
    shelf.delete(name)
    await (await held.network).release()
  }
  /** The longest unused first. */
  const makeRoom = async (): Promise<void> => {
    const takenMb = (): number => [...shelf.values()].reduce((sum, { memoryMb }) => sum + memoryMb, 0)
    for (const [name, held] of [...shelf]) {
      if (takenMb() <= roomMb || shelf.size === 1) return
      if (held.users === 0 && shelf.get(name) === held) await unload(name, held)
    }
  }
  const place = (item: Item): Held<Network> => {
    // Not before its first user is counted: it would have to go itself.
    const network = Promise.resolve()
      .then(makeRoom)
      .then(() => load(item))
    const held = { memoryMb: item.memoryMb, network, users: 0 }
    shelf.set(item.name, held)
    // The next one tries again.
    network.catch(() => shelf.get(item.name) === held && shelf.delete(item.name))
    return held
  }
  const leave = async (name: string, held: Held<Network>): Promise<void> => {
    held.users -= 1
    if (held.users > 0 || shelf.get(name) !== held) return
    if (name !== kept) held.idle = setTimeout(() => void unload(name, held), idleMs).unref()
    await makeRoom() // for what was loaded although all others were in use
  }

  return {
    use: async (item, work) => {
      const held = shelf.get(item.name) ?? place(item)
      held.users += 1
      clearTimeout(held.idle)
      shelf.delete(item.name)
      shelf.set(item.name, held)
      try {
        return await work(await held.network)
      } finally {
        await leave(item.name, held)
      }
    },
    loaded: () => [...shelf.keys()],
  }
}
