import { describe, expect, it } from 'vitest'
import { createDeadline, DeadlinePassed } from '../../src/imaging/deadline.js'

describe('createDeadline', () => {
  it('lets work go on until the budget is used up, the last millisecond included', () => {
    let now = 1000
    const deadline = createDeadline(250, { now: () => now })
    for (const at of [1000, 1100, 1250]) {
      now = at
      expect(() => deadline.check()).not.toThrow()
    }
  })

  it('ends the work with a DeadlinePassed that names the limit, and keeps doing so', () => {
    let now = 1000
    const deadline = createDeadline(250, { now: () => now })
    now = 1251
    expect(() => deadline.check()).toThrow(new DeadlinePassed('The job passed its time limit of 250 ms'))
    expect(() => deadline.check()).toThrow(DeadlinePassed)
  })

  it('starts to count when it is made', () => {
    let now = 0
    const early = createDeadline(100, { now: () => now })
    now = 60
    const late = createDeadline(100, { now: () => now })
    now = 120
    expect(() => early.check()).toThrow(DeadlinePassed)
    expect(() => late.check()).not.toThrow()
  })

  it('ends work that nobody wants any more', () => {
    const client = new AbortController()
    const deadline = createDeadline(60_000, { cancelled: client.signal })
    deadline.check()
    client.abort(new Error('gone'))
    expect(() => deadline.check()).toThrow('gone')
  })

  it('uses a real clock that runs forward by itself', async () => {
    const [short, long] = [createDeadline(20), createDeadline(60_000)]
    await new Promise((resolve) => setTimeout(resolve, 40))
    expect(() => short.check()).toThrow(DeadlinePassed)
    expect(() => long.check()).not.toThrow()
  })
})
