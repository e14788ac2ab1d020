/**
 * Decides when something fails. There is a moment before and one after everything that the code
 * under test does outside of its own memory: each statement on the database, each object and file, each job.
 */
export type Fault = 'dies' | 'fails'

export class FaultPlan {
  moments = 0

  /** From that moment on nothing works any more, as for a process that was killed; or that one thing fails. */
  constructor(
    private readonly fault: Fault,
    private readonly at: number,
  ) {}

  /** The same port, which fails as planned. */
  over<Port extends object>(port: Port, names: readonly (keyof Port)[]): Port {
    return new Proxy(port, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target)
        if (typeof value !== 'function') return value
        const call = value.bind(target) as (...args: unknown[]) => unknown
        return names.includes(name as keyof Port) ? (...args: unknown[]) => this.around(() => call(...args)) : call
      },
    })
  }

  private around(work: () => unknown): unknown {
    this.pass()
    const outcome = work()
    if (!(outcome instanceof Promise)) {
      this.pass()
      return outcome
    }
    return outcome.then((value: unknown) => {
      this.pass()
      return value
    })
  }

  private pass(): void {
    this.moments += 1
    const isDue = this.fault === 'dies' ? this.moments >= this.at : this.moments === this.at
    if (isDue) throw new Error(`The process ${this.fault}`)
  }
}
