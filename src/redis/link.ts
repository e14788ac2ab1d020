/**
 * A connection to Redis for work that can be done without it: no command delays a request for long, none fails it, and
 * an outage is reported once when it begins and once when it ends. The connection recovers by itself.
 */
import { Redis } from 'ioredis'
import type { RedisPlace } from '../base/redis-place.js'
import { StartError } from '../base/start-error.js'
import { adviceOnCertificate } from '../base/trusted-certificates.js'
import { CONNECT_MS, connectionTo, refusalOf } from './connection.js'
import { isOutOfMemory } from './out-of-memory.js'

export interface RedisLink {
  readonly client: Redis
  /**
   * A separate connection for listening; it waits for Redis however long that takes. `silenceMs`: how long Redis may
   * leave a command unanswered. After that Redis has vanished, and the connection is opened again.
   */
  listening(silenceMs?: number): Redis
  /** Undefined when Redis does not answer in time, or did not a moment ago. */
  attempt<T>(command: (client: Redis) => Promise<T>): Promise<T | undefined>
  /** Of the last commands. Full: it answers, but has no memory left for anything new. */
  trouble(): RedisTrouble | undefined
  close(): void
}

export type RedisTrouble = 'unreachable' | 'full'

export interface OutageListener {
  /** `reason` holds no credentials: Redis's errors may quote commands, so only their messages are passed on. */
  away(reason: string, trouble?: RedisTrouble): void
  back(): void
}

const COMMAND_MS = 250
/** After a failure Redis is not asked for that long, so that an outage costs few requests a quarter of a second. */
const PAUSE_MS = 1000

const PROBE = '{silhouette}:probe'

/** `commandMs`: how long a command may take; users that cannot do without Redis wait longer. */
export async function openRedisLink(
  place: RedisPlace,
  outage: OutageListener,
  commandMs = COMMAND_MS,
): Promise<RedisLink> {
  const client = new Redis(place.url, {
    ...connectionTo(place),
    lazyConnect: true,
    socketTimeout: CONNECT_MS, // also for the greeting, which no command of ours waits for
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    disconnectTimeout: commandMs,
  })
  const others: Redis[] = []
  let isAway = false
  let isFull = false
  let probedAt = 0
  let pausedUntil = 0
  let lastError: string | undefined
  /** Why the server behind the address cannot be used; it may have come after the start. */
  let refusal: string | undefined
  let recognised: Promise<void> = Promise.resolve()

  const failed = (error: unknown): void => {
    const isFirst = performance.now() >= pausedUntil
    // The peer may have vanished silently: a new connection finds out.
    if (error instanceof NoAnswer && isFirst) client.disconnect(true)
    pausedUntil = performance.now() + PAUSE_MS
    if (!isAway) outage.away(lastError ?? (error as Error).message, 'unreachable')
    isAway = true
  }
  /** Reading goes on, and an answer comes at once: no pause. */
  const ranFull = ({ message }: Error): void => {
    if (!isFull) outage.away(message, 'full')
    isFull = true
  }
  /** Whether it has room again only writing tells. */
  const tryToWrite = (): void => {
    if (performance.now() < probedAt + PAUSE_MS) return
    probedAt = performance.now()
    const roomAgain = (): void => {
      isFull = false
      outage.back()
    }
    client.set(PROBE, '', 'PX', 1).then(roomAgain, () => {})
  }
  const answered = (): void => {
    if (isAway) outage.back()
    isAway = false
    lastError = undefined
    if (isFull) tryToWrite()
  }
  // Reported with the first command that fails because of it, which itself only knows that there is no connection.
  client.on('error', (error: Error) => {
    lastError = error.message + adviceOnCertificate(error)
  })

  // Its answer comes before those to commands of this connection.
  client.on('ready', () => {
    recognised = refusalOf(client).then((found) => {
      if (found && found !== refusal) outage.away(found, 'unreachable')
      if (found) isAway = true
      refusal = found
    })
  })

  const close = (): void => {
    for (const connection of [client, ...others]) connection.disconnect()
  }

  await within(CONNECT_MS, client.connect()).then(answered, failed)
  await within(commandMs, recognised).catch(() => {}) // one that is too slow to say is heard later
  if (refusal !== undefined) {
    close()
    throw new StartError(refusal)
  }
  return {
    client,
    listening: (silenceMs) => {
      const patience = silenceMs === undefined ? {} : { socketTimeout: silenceMs }
      const other = new Redis(place.url, { ...connectionTo(place), ...patience, maxRetriesPerRequest: null })
      other.on('error', () => {})
      others.push(other)
      return other
    },
    attempt: async (command) => {
      if (refusal !== undefined || performance.now() < pausedUntil) return undefined
      try {
        const reply = await within(commandMs, command(client))
        if (refusal !== undefined) return undefined
        answered()
        return reply
      } catch (error) {
        if (isOutOfMemory(error)) ranFull(error)
        else failed(error)
        return undefined
      }
    },
    trouble: () => (isAway ? 'unreachable' : isFull ? 'full' : undefined),
    close,
  }
}

class NoAnswer extends Error {}

async function within<T>(limitMs: number, reply: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    // If this process itself was busy, the reply may already be here: it is read before the second turn.
    const giveUp = (): unknown => setImmediate(() => setImmediate(reject, new NoAnswer('Redis did not answer in time')))
    timer = setTimeout(giveUp, limitMs)
  })
  try {
    return await Promise.race([reply, late])
  } finally {
    clearTimeout(timer)
  }
}
