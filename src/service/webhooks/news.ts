/** Tells all servers that there is something to deliver. What gets lost is found by looking now and then. */
import type { Announcements } from '../../announcements/port.js'

const DUE = 'webhook events'

export const tellEvents = (announcements: Announcements): void => announcements.announce(DUE)

export const onEvents = (announcements: Announcements, listener: () => void): void =>
  announcements.listen((word) => {
    if (word === DUE) listener()
  })
