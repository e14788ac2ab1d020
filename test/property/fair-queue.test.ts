/** Turns in the queue: by rank, then by the time that jobs take; and what newcomers are told agrees with what happens. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aheadOf, createFairQueue } from '../../src/engine/fair-queue.js'
import { forecastFor, oldestWaitingMs, type Place, queueStateOf, type Situation } from '../../src/engine/overload.js'
import { RANKS } from '../../src/engine/port.js'
import type { Job } from '../../src/imaging/job.js'

const COSTS: Record<Job['kind'], number> = {
  cutout: 500,
  'id-photo': 1000,
  'portrait-style': 5000,
  'read-prompt': 10,
  'face-hints': 10,
  convert: 100,
}
const costOf = (kind: Job['kind']): number => COSTS[kind]
const kinds = Object.keys(COSTS) as Job['kind'][]

const aJob = fc.record({
  account: fc.constantFrom('a', 'b', 'c'),
  rank: fc.constantFrom(...RANKS),
  kind: fc.constantFrom(...kinds),
})
type Waiting = { account: string; rank: (typeof RANKS)[number]; kind: Job['kind'] }
const style = (account: string): Waiting => ({ account, rank: 'free', kind: 'portrait-style' })
const cutout = (account: string): Waiting => ({ account, rank: 'free', kind: 'cutout' })

function queueOf(jobs: readonly Waiting[]) {
  const queue = createFairQueue<Waiting>(costOf)
  for (const job of jobs) queue.add(job, job)
  return queue
}
const served = (queue: ReturnType<typeof queueOf>): Waiting[] => {
  const order: Waiting[] = []
  for (let job = queue.next(); job; job = queue.next()) order.push(job)
  return order
}

describe('turns', () => {
  test('all are served, ranks in order, and each account’s jobs of a rank in the order in which they came', () => {
    fc.assert(
      fc.property(fc.array(aJob, { maxLength: 30 }), (jobs) => {
        const order = served(queueOf(jobs))
        expect(new Set(order)).toEqual(new Set(jobs))
        expect(order.map(({ rank }) => RANKS.indexOf(rank))).toEqual(
          order.map(({ rank }) => RANKS.indexOf(rank)).sort((a, b) => a - b),
        )
        const of = (list: readonly Waiting[], job: Waiting): Waiting[] =>
          list.filter(({ account, rank }) => account === job.account && rank === job.rank)
        for (const job of jobs) expect(of(order, job)).toEqual(of(jobs, job))
      }),
    )
  })

  test('who is told to be ahead of a newcomer is served first, and nobody else', () => {
    fc.assert(
      fc.property(fc.array(aJob, { maxLength: 20 }), aJob, (jobs, newcomer) => {
        const queue = queueOf(jobs)
        queue.add(newcomer, newcomer)
        const order = served(queue)
        const first = order.slice(0, order.indexOf(newcomer))
        expect(new Set(first)).toEqual(new Set(aheadOf(newcomer, jobs, costOf)))
      }),
    )
  })

  test('twelve cut-outs do not wait for twelve paintings: they take turns in time', () => {
    const paintings = Array.from({ length: 12 }, () => style('painter'))
    const cutouts = Array.from({ length: 12 }, () => cutout('shop'))
    const order = served(queueOf([...paintings, ...cutouts]))
    const before = order.slice(0, order.lastIndexOf(cutouts.at(-1)!))
    expect(before.filter(({ account }) => account === 'painter')).toHaveLength(1)
  })

  test('nobody is passed for ever by cheap jobs that keep coming', () => {
    const queue = queueOf([style('painter')])
    let passed = 0
    for (let visitor = 0; ; visitor++) {
      const job = cutout(`visitor ${visitor}`)
      queue.add(job, job)
      if (queue.next()?.kind === 'portrait-style') break
      passed += 1
    }
    expect(passed).toBe(9) // as long as the painting takes, less its own turn
  })

  test('nobody saves up turns while away', () => {
    const queue = queueOf(Array.from({ length: 20 }, () => cutout('regular')))
    for (let done = 0; done < 10; done++) queue.next()
    for (let count = 0; count < 10; count++) queue.add(cutout('late'), cutout('late'))
    const next = Array.from({ length: 6 }, () => queue.next()?.account)
    expect(next.filter((account) => account === 'late')).toHaveLength(3)
  })

  test('what is taken out of the queue is not counted', () => {
    const given = Array.from({ length: 5 }, () => style('painter'))
    const queue = queueOf(given)
    for (const job of given) queue.remove(job)
    expect(queue.length).toBe(0)
    queue.add(cutout('painter'), cutout('painter'))
    queue.add(cutout('shop'), cutout('shop'))
    expect(queue.next()?.account).toBe('painter')
  })
})

describe('what is foreseen', () => {
  const place = (job: Waiting, startedAt?: number): Place => ({
    ...job,
    due: startedAt === undefined,
    since: 0,
    startedAt,
  })
  const situation = (places: Place[], busy = 1): Situation => ({
    places,
    workers: { idle: 0, busy, starting: 0 },
    expectedMs: costOf,
    now: 10_000,
  })

  test('the oldest of each kind is the one that has been due for longest; what runs is not waiting', () => {
    const places = [place(cutout('a')), { ...place(cutout('b')), since: 4000 }, place(style('c'), 100)]
    expect(oldestWaitingMs(situation(places))).toMatchObject({ cutout: 10_000, 'portrait-style': 0, convert: 0 })
  })

  test('the rest of what runs, and those ahead, by the number of workers', () => {
    const places = [place(style('a'), 8000), place(cutout('b')), place(style('c'))]
    // 3 s are left of the painting; b's cut-out goes first, c's painting does not.
    expect(forecastFor(cutout('d'), situation(places))).toEqual({ ahead: 1, waitMs: 3500, workMs: 500 })
    expect(forecastFor(cutout('d'), situation(places, 2)).waitMs).toBe(1750)
  })

  test('of an account’s own jobs: how many run and wait, and what is ahead of the next', () => {
    const places = [place(style('a'), 8000), place(cutout('b')), place(style('d')), place(cutout('d'))]
    expect(queueStateOf('d', situation(places))).toEqual({
      running: 0,
      waiting: 2,
      next: { ahead: 1, waitMs: 3500, workMs: 5000 },
    })
    expect(queueStateOf('a', situation(places))).toEqual({ running: 1, waiting: 0 })
    expect(queueStateOf('nobody', situation(places))).toEqual({ running: 0, waiting: 0 })
  })
})
