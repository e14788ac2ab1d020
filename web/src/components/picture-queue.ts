/**
 * Pictures that take the server seconds to make queue here: only visible ones, in page order, two at a time. Browsers
 * open six connections per server, so four stay free. Paused while an image is being processed.
 */
const SLOTS = 2
const MARGIN = '200px'

interface Ticket {
  readonly load: () => void
  state: 'unseen' | 'waiting' | 'loading' | 'done'
}

const tickets = new Map<Element, Ticket>()
const waiting: Ticket[] = []
let loading = 0
let paused = false

// One observer for all, because it reports elements in the order in which they were added.
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const ticket = tickets.get(target)
      if (!isIntersecting || ticket?.state !== 'unseen') continue
      watcher.unobserve(target)
      ticket.state = 'waiting'
      waiting.push(ticket)
    }
    loadNext()
  },
  { rootMargin: MARGIN },
)

/** Call the returned function when the picture has loaded, has failed, or is no longer wanted. */
export function queuePicture(element: Element, load: () => void): () => void {
  const ticket: Ticket = { load, state: 'unseen' }
  tickets.set(element, ticket)
  watcher.observe(element)
  return () => {
    if (ticket.state === 'loading') loading -= 1
    if (ticket.state === 'waiting') waiting.splice(waiting.indexOf(ticket), 1)
    ticket.state = 'done'
    tickets.delete(element)
    watcher.unobserve(element)
    loadNext()
  }
}

export function pausePictures(pause: boolean): void {
  paused = pause
  loadNext()
}

function loadNext(): void {
  while (!paused && loading < SLOTS) {
    const next = waiting.shift()
    if (!next) return
    loading += 1
    next.state = 'loading'
    next.load()
  }
}
