/** The soft deadline: checked between steps, so that a job that is too slow ends cleanly and its worker survives. */
export class DeadlinePassed extends Error {
  override readonly name = 'DeadlinePassed'
}

export interface Deadline {
  check(): void
}

export function createDeadline(budgetMs: number, now: () => number = performance.now.bind(performance)): Deadline {
  const endsAt = now() + budgetMs
  return {
    check: () => {
      if (now() > endsAt) throw new DeadlinePassed(`The job passed its time limit of ${budgetMs} ms`)
    },
  }
}
