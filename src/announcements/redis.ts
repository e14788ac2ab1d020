/** Announcements to all servers through Redis. Listeners on this server hear at once, even while Redis is away. */
import { randomToken } from '../base/random-ids.js'
import type { RedisLink } from '../redis/link.js'
import { createLocalAnnouncements } from './local.js'
import type { Announcements } from './port.js'

export function createRedisAnnouncements(redis: RedisLink, channel = 'silhouette:announcements'): Announcements {
  const here = createLocalAnnouncements()
  const sender = randomToken()
  const ear = redis.listening()
  ear.on('message', (_channel: string, message: string) => {
    const [from = '', word = ''] = splitOnce(message)
    if (from !== sender) here.announce(word)
  })
  // Waits for Redis where it is away, and again after every outage; it ends with the connection.
  ear.subscribe(channel).catch(() => {})

  return {
    announce: (word) => {
      here.announce(word)
      void redis.attempt((client) => client.publish(channel, `${sender} ${word}`))
    },
    listen: here.listen,
  }
}

function splitOnce(message: string): [string, string] {
  const space = message.indexOf(' ')
  return [message.slice(0, space), message.slice(space + 1)]
}
