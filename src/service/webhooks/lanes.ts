/**
 * How many deliveries run at once: in all, and to each webhook, so that no receiver is flooded and none holds up others.
 * One that did not answer, or only late, gets a single place until it answers promptly again, and all such together
 * leave half of the places to the others.
 */
const PLACES = 64
const PLACES_OF_SLOW = 32
const PER_WEBHOOK = 4
const PER_SLOW_WEBHOOK = 1

export interface Lanes {
  /** How many more may be sent to this webhook now. */
  room(webhookId: string): number
  enter(webhookId: string): void
  /** `prompt`: whether it answered, and soon. */
  leave(webhookId: string, prompt: boolean): void
}

export function createLanes(): Lanes {
  const running = new Map<string, number>()
  const slow = new Set<string>()
  const taken = (among: Iterable<string>): number => [...among].reduce((sum, id) => sum + (running.get(id) ?? 0), 0)
  return {
    room: (id) => {
      const isSlow = slow.has(id)
      const ofThis = (isSlow ? PER_SLOW_WEBHOOK : PER_WEBHOOK) - (running.get(id) ?? 0)
      const ofAll = PLACES - taken(running.keys())
      return Math.max(0, isSlow ? Math.min(ofThis, ofAll, PLACES_OF_SLOW - taken(slow)) : Math.min(ofThis, ofAll))
    },
    enter: (id) => void running.set(id, (running.get(id) ?? 0) + 1),
    leave: (id, prompt) => {
      const left = (running.get(id) ?? 1) - 1
      if (left > 0) running.set(id, left)
      else running.delete(id)
      if (prompt) slow.delete(id)
      else slow.add(id)
    },
  }
}
