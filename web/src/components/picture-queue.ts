/**
 * Pictures that take seconds to be made wait here for their turn: those that can be seen, in the order of the page, two
 * at a time. Browsers open six connections to a server; the others stay free, and while a run is on, none is asked for.
 */
const SLOTS = 2
const MARGIN = '200px'

interface Ticket {
  readonly begin: () => void
  state: 'unseen' | 'waiting' | 'loading' | 'over'
}

const tickets = new Map<Element, Ticket>()
const waiting: Ticket[] = []
let busy = 0
let paused = false

// One observer for all: it reports what came into view in the order in which it was told to look.
const watcher = new IntersectionObserver(
  (entries) => {
    for (const { isIntersecting, target } of entries) {
      const ticket = tickets.get(target)
      if (!isIntersecting || ticket?.state !== 'unseen') continue
      watcher.unobserve(target)
      ticket.state = 'waiting'
      waiting.push(ticket)
    }
    serve()
  },
  { rootMargin: MARGIN },
)

/** Gives back what is to be called when the picture has come, has failed, or is not wanted any more. */
export function queuePicture(element: Element, begin: () => void): () => void {
  const ticket: Ticket = { begin, state: 'unseen' }
  tickets.set(element, ticket)
  watcher.observe(element)
  return () => {
    if (ticket.state === 'loading') busy -= 1
    if (ticket.state === 'waiting') waiting.splice(waiting.indexOf(ticket), 1)
    ticket.state = 'over'
    tickets.delete(element)
    watcher.unobserve(element)
    serve()
  }
}

export function pausePictures(pause: boolean): void {
  paused = pause
  serve()
}

function serve(): void {
  while (!paused && busy < SLOTS) {
    const next = waiting.shift()
    if (!next) return
    busy += 1
    next.state = 'loading'
    next.begin()
  }
}
