/**
 * How a body arrives. Only the time that the server waits for its client is counted, not the time it takes to write what
 * has come: a slow disk is nobody's fault.
 */
import type { Clock } from '../clock.js'

/** Slower than this, a photo of a megabyte would not be there within the time that a whole request has. */
export const SLOW_BYTES_PER_SECOND = 8 * 1024
const WINDOW_MS = 10_000

export class Arrival {
  private waitingSince: number | undefined
  private window = { waitedMs: 0, bytes: 0 }
  private wasSlow = false

  constructor(private readonly now: Clock) {}

  /** It is the client's turn. */
  wait(): void {
    this.waitingSince = this.now()
  }

  /** Something came, if only the end. */
  receive(bytes: number): void {
    const { window } = this
    window.waitedMs += this.silentMs()
    window.bytes += bytes
    this.waitingSince = undefined
    if (window.waitedMs < WINDOW_MS) return
    this.wasSlow = window.bytes * 1000 < SLOW_BYTES_PER_SECOND * window.waitedMs
    this.window = { waitedMs: 0, bytes: 0 }
  }

  /** While the server waited for the last ten seconds, and still waits. */
  isSlow(): boolean {
    return this.wasSlow && this.waitingSince !== undefined
  }

  /** For how long nothing has come. */
  silentMs(): number {
    return this.waitingSince === undefined ? 0 : this.now() - this.waitingSince
  }
}
