/**
 * A connection to Redis for what can be done without: no command holds a request up for long, none fails it, and an
 * outage is told once when it begins and once when it is over. The connection comes back by itself.
 */
import { Redis, type RedisOptions } from 'ioredis'

export interface RedisLink {
  readonly client: Redis
  /**
   * A connection of its own, for listening; it waits for Redis however long that takes. `silenceMs`: how long Redis may
   * leave a command unanswered. Beyond that it has vanished without a word, and the connection is made anew.
   */
  listening(silenceMs?: number): Redis
  /** Undefined when Redis does not answer in time, or did not a moment ago. */
  attempt<T>(command: (client: Redis) => Promise<T>): Promise<T | undefined>
  close(): void
}

export interface OutageListener {
  /** `reason` holds no credentials: Redis's errors may quote commands, so only their messages are passed on. */
  away(reason: string): void
  back(): void
}

const CONNECT_MS = 2000
const COMMAND_MS = 250
/** After a failure nobody asks for that long, so that an outage costs few requests a quarter of a second. */
const PAUSE_MS = 1000

const OPTIONS: RedisOptions = {
  connectTimeout: CONNECT_MS,
  keepAlive: 10_000,
  retryStrategy: (times) => Math.min(times * 100, 1000),
}

/** `commandMs` is how long a command may take: whoever cannot do without Redis has more patience. */
export async function openRedisLink(url: string, outage: OutageListener, commandMs = COMMAND_MS): Promise<RedisLink> {
  const client = new Redis(url, {
    ...OPTIONS,
    lazyConnect: true,
    socketTimeout: CONNECT_MS, // also for the greeting, which no command of ours waits for
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    disconnectTimeout: commandMs,
  })
  const others: Redis[] = []
  let isAway = false
  let pausedUntil = 0
  let lastError: string | undefined

  const failed = (error: unknown): void => {
    const isFirst = performance.now() >= pausedUntil
    // The peer may have vanished without a word: a new connection finds out.
    if (error instanceof NoAnswer && isFirst) client.disconnect(true)
    pausedUntil = performance.now() + PAUSE_MS
    if (!isAway) outage.away(lastError ?? (error as Error).message)
    isAway = true
  }
  const answered = (): void => {
    if (isAway) outage.back()
    isAway = false
    lastError = undefined
  }
  // Told with the first command that fails of it, which itself knows only that there is no connection.
  client.on('error', (error: Error) => {
    lastError = error.message
  })

  await within(CONNECT_MS, client.connect()).then(answered, failed)
  return {
    client,
    listening: (silenceMs) => {
      const patience = silenceMs === undefined ? {} : { socketTimeout: silenceMs }
      const other = new Redis(url, { ...OPTIONS, ...patience, maxRetriesPerRequest: null })
      other.on('error', () => {})
      others.push(other)
      return other
    },
    attempt: async (command) => {
      if (performance.now() < pausedUntil) return undefined
      try {
        const reply = await within(commandMs, command(client))
        answered()
        return reply
      } catch (error) {
        failed(error)
        return undefined
      }
    },
    close: () => {
      for (const connection of [client, ...others]) connection.disconnect()
    },
  }
}

class NoAnswer extends Error {}

async function within<T>(limitMs: number, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    // When this process itself was busy, the reply may be here already: it is read before the second turn.
    const giveUp = (): unknown => setImmediate(() => setImmediate(reject, new NoAnswer('Redis did not answer in time')))
    timer = setTimeout(giveUp, limitMs)
  })
  try {
    return await Promise.race([reply, late])
  } finally {
    clearTimeout(timer)
  }
}
