/** Announcements where there is one server. */
import type { Announcements } from './port.js'

export function createLocalAnnouncements(): Announcements {
  const listeners: ((word: string) => void)[] = []
  return {
    announce: (word) => {
      for (const listener of listeners) listener(word)
    },
    listen: (listener) => {
      listeners.push(listener)
    },
  }
}
