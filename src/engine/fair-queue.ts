/** Who is served next: by rank, and within a rank the accounts in turn, each with its oldest job. */
import { RANKS, type Rank, type SlotRequest } from './port.js'

type Waiting = Pick<SlotRequest, 'account' | 'rank'>

export interface FairQueue<T> {
  readonly length: number
  add(item: T, slotRequest: Waiting): void
  /** Before everybody else. */
  addFirst(item: T): void
  remove(item: T): void
  /** Takes out whoever is next. */
  next(): T | undefined
}

export function createFairQueue<T>(): FairQueue<T> {
  const first: T[] = []
  /** Whose account comes first in a map has the next turn, and goes to its end. */
  const turns: Record<Rank, Map<string, T[]>> = { paid: new Map(), free: new Map(), small: new Map() }
  let length = 0

  const nextOf = (accounts: Map<string, T[]>): T | undefined => {
    for (const [account, items] of accounts) {
      const item = items.shift()
      accounts.delete(account)
      if (items.length > 0) accounts.set(account, items)
      return item
    }
    return undefined
  }
  const removeFrom = (items: T[], item: T): boolean => {
    const index = items.indexOf(item)
    if (index >= 0) items.splice(index, 1)
    return index >= 0
  }

  return {
    get length() {
      return length
    },
    add: (item, { account, rank }) => {
      const items = turns[rank].get(account)
      if (items) items.push(item)
      else turns[rank].set(account, [item])
      length += 1
    },
    addFirst: (item) => {
      first.push(item)
      length += 1
    },
    remove: (item) => {
      if (removeFrom(first, item)) length -= 1
      for (const rank of RANKS) {
        for (const [account, items] of turns[rank]) {
          if (removeFrom(items, item)) length -= 1
          if (items.length === 0) turns[rank].delete(account)
        }
      }
    },
    next: () => {
      if (length === 0) return undefined
      length -= 1
      return first.shift() ?? nextOf(turns.paid) ?? nextOf(turns.free) ?? nextOf(turns.small)
    },
  }
}

/** Those of the waiting jobs that a new one would have to let go first. */
export function aheadOf<C extends Waiting>(newcomer: Waiting, waiting: Iterable<C>): C[] {
  const jobs = [...waiting]
  const isOwn = ({ account, rank }: Waiting): boolean => account === newcomer.account && rank === newcomer.rank
  const turn = jobs.filter(isOwn).length + 1
  const turnsOfAccounts = new Map<string, number>()
  return jobs.filter(({ account, rank }) => {
    if (rank !== newcomer.rank) return RANKS.indexOf(rank) < RANKS.indexOf(newcomer.rank)
    const theirTurn = (turnsOfAccounts.get(account) ?? 0) + 1
    turnsOfAccounts.set(account, theirTurn)
    return theirTurn <= turn
  })
}
