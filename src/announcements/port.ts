/**
 * A message to all listeners, on this server and on the others. It may get lost: a listener that needs certainty asks
 * the database now and then. One contract suite (test/contract/announcements) runs against every implementation.
 */
export interface Announcements {
  /** Never fails and never waits. */
  announce(word: string): void
  /** From now on, for good. */
  listen(listener: (word: string) => void): void
}
