/**
 * How a body arrives. Only the time that the server waits for its client counts, not the time it takes to write what
 * has come: a slow disk is not the client's fault.
 */
import type { Clock } from '../../base/clock.js'

/** Below this, a photo of a megabyte would not arrive within the time limit of a request. */
export const SLOW_BYTES_PER_SECOND = 8 * 1024
const WINDOW_MS = 10_000

export class Arrival {
  private waitingSince: number | undefined
  private window = { waitedMs: 0, bytes: 0 }
  private wasSlow = false

  constructor(private readonly now: Clock) {}

  /** From now on the server waits for the client. */
  wait(): void {
    this.waitingSince = this.now()
  }

  /** Data came, or the end. */
  receive(bytes: number): void {
    const { window } = this
    window.waitedMs += this.silentMs()
    window.bytes += bytes
    this.waitingSince = undefined
    if (window.waitedMs < WINDOW_MS) return
    this.wasSlow = window.bytes * 1000 < SLOW_BYTES_PER_SECOND * window.waitedMs
    this.window = { waitedMs: 0, bytes: 0 }
  }

  /** Throughout the last ten seconds of waiting, and still waiting. */
  isSlow(): boolean {
    return this.wasSlow && this.waitingSince !== undefined
  }

  /** How long nothing has come. */
  silentMs(): number {
    return this.waitingSince === undefined ? 0 : this.now() - this.waitingSince
  }
}
