/**
 * Which job is next: by rank, and within a rank accounts take turns, each with its oldest job. Turns are counted in
 * time, not in jobs: while one portrait is painted for one account, as many cut-outs of another are done as fit into
 * that time.
 *
 * Each job has a mark: the account's last mark or the present one, whichever is later, plus the cost of the job. The
 * lowest mark is next. So an account cannot save up turns while it is idle, and none starves.
 */
import type { Job } from '../imaging/job.js'
import { RANKS, type Rank, type SlotRequest } from './port.js'

type Waiting = Pick<SlotRequest, 'account' | 'rank' | 'kind'>
/** How long jobs of a kind take, in any unit. */
export type CostOf = (kind: Job['kind']) => number

export interface FairQueue<T> {
  readonly length: number
  add(item: T, slotRequest: Waiting): void
  /** Ahead of all others. */
  addFirst(item: T): void
  remove(item: T): void
  /** Takes out the next one. */
  next(): T | undefined
}

interface Entry<T> {
  readonly item: T
  readonly account: string
  readonly cost: number
  mark: number
}

export function createFairQueue<T>(costOf: CostOf): FairQueue<T> {
  const first: T[] = []
  const lines: Record<Rank, Line<T>> = {
    paid: createLine(),
    batch: createLine(),
    free: createLine(),
    small: createLine(),
  }
  const lengthOf = (): number => RANKS.reduce((sum, rank) => sum + lines[rank].length(), first.length)
  return {
    get length() {
      return lengthOf()
    },
    add: (item, { account, rank, kind }) => lines[rank].add(item, account, costOf(kind)),
    addFirst: (item) => void first.push(item),
    remove: (item) => {
      const index = first.indexOf(item)
      if (index >= 0) first.splice(index, 1)
      for (const rank of RANKS) lines[rank].remove(item)
    },
    next: () => first.shift() ?? lines.paid.next() ?? lines.batch.next() ?? lines.free.next() ?? lines.small.next(),
  }
}

interface Line<T> {
  length(): number
  add(item: T, account: string, cost: number): void
  remove(item: T): void
  next(): T | undefined
}

function createLine<T>(): Line<T> {
  let entries: Entry<T>[] = []
  /** The mark of the job served last. */
  let present = 0
  /** The mark of each account's latest job; marks in the past are dropped. */
  const latest = new Map<string, number>()
  return {
    length: () => entries.length,
    add: (item, account, cost) => {
      const mark = Math.max(present, latest.get(account) ?? 0) + cost
      latest.set(account, mark)
      const behind = entries.findIndex((entry) => entry.mark > mark)
      entries.splice(behind < 0 ? entries.length : behind, 0, { item, account, cost, mark })
    },
    /** A job that was not done does not count: the account's later jobs move up. */
    remove: (item) => {
      const gone = entries.find((entry) => entry.item === item)
      if (!gone) return
      const { account, cost, mark } = gone
      for (const entry of entries) if (entry.account === account && entry.mark > mark) entry.mark -= cost
      entries = entries.filter((entry) => entry !== gone).sort((a, b) => a.mark - b.mark)
      latest.set(account, (latest.get(account) ?? cost) - cost)
    },
    next: () => {
      const entry = entries.shift()
      if (!entry) return undefined
      present = Math.max(present, entry.mark)
      for (const [account, mark] of latest) if (mark <= present) latest.delete(account)
      return entry.item
    },
  }
}

/** The waiting jobs that would go before a new one. */
export function aheadOf<C extends Waiting>(newcomer: Waiting, waiting: Iterable<C>, costOf: CostOf): C[] {
  const jobs = [...waiting]
  const isOwn = ({ account, rank }: Waiting): boolean => account === newcomer.account && rank === newcomer.rank
  const own = [...jobs.filter(isOwn), newcomer].reduce((sum, { kind }) => sum + costOf(kind), 0)
  const costsOfAccounts = new Map<string, number>()
  return jobs.filter(({ account, rank, kind }) => {
    if (rank !== newcomer.rank) return RANKS.indexOf(rank) < RANKS.indexOf(newcomer.rank)
    const theirs = (costsOfAccounts.get(account) ?? 0) + costOf(kind)
    costsOfAccounts.set(account, theirs)
    return theirs <= own
  })
}
