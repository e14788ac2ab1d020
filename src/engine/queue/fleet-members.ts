/**
 * The members of the fleet: servers and worker machines announce themselves every few seconds. Nothing is decided by it
 * (`fleet-state.ts` does that); it shows the operator who is there and who went missing. So a member that falls silent
 * stays on the list for a while; one that leaves in order is taken off.
 */
import type { Redis } from 'ioredis'
import { randomToken } from '../../base/random-ids.js'
import { thisProcess } from '../../base/this-process.js'
import type { RedisLink } from '../../redis/link.js'
import type { EngineState, FleetMember, Hindrance } from '../port.js'
import { PREFIX } from './messages.js'

const CALL_EVERY_MS = 4500
/** Some announcements may be late or lost. */
const MISSING_AFTER_MS = 10_000
const REMEMBERED_MS = 600_000

/** What a member reports about itself, besides its host and version. */
export type Workforce = Pick<EngineState, 'workers' | 'workerMemoryBytes'> & {
  readonly hindrance?: Hindrance | undefined
}
type Told = Omit<FleetMember, 'id' | 'here' | 'missing' | 'silentMs'>

export interface FleetMembers {
  /** From now on this process announces itself. A server has no workers to report. Returns how to do it at once. */
  join(workforce?: () => Promise<Workforce>): () => void
  /** Undefined when Redis does not answer. */
  members(): Promise<readonly FleetMember[] | undefined>
  leave(): Promise<void>
}

const scriptsFor = (prefix: string) => {
  const preamble = `
local heard, told = '${prefix}:fleet:heard', '${prefix}:fleet:told'
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`
  return {
    // member, report
    memberCall: `${preamble}redis.call('ZADD', heard, now, ARGV[1])
redis.call('HSET', told, ARGV[1], ARGV[2])
return 1`,
    // how long members are remembered
    memberList: `${preamble}redis.call('PEXPIRE', heard, ARGV[1])
redis.call('PEXPIRE', told, ARGV[1])
for _, member in ipairs(redis.call('ZRANGEBYSCORE', heard, '-inf', now - ARGV[1])) do
  redis.call('ZREM', heard, member)
  redis.call('HDEL', told, member)
end
local members, reports = {}, {}
local fields = redis.call('HGETALL', told)
for i = 1, #fields, 2 do reports[fields[i]] = fields[i + 1] end
local calls = redis.call('ZRANGE', heard, 0, -1, 'WITHSCORES')
for i = 1, #calls, 2 do table.insert(members, {calls[i], tostring(now - calls[i + 1]), reports[calls[i]]}) end
return members`,
    memberLeave: `${preamble}redis.call('ZREM', heard, ARGV[1])
redis.call('HDEL', told, ARGV[1])
return 1`,
  }
}
type Script = keyof ReturnType<typeof scriptsFor>

export function createFleetMembers(link: Pick<RedisLink, 'client' | 'attempt'>, prefix = PREFIX): FleetMembers {
  const id = randomToken()
  for (const [name, lua] of Object.entries(scriptsFor(prefix))) {
    link.client.defineCommand(name, { numberOfKeys: 0, lua })
  }
  const run = <T>(script: Script, ...args: readonly (string | number)[]): Promise<T | undefined> =>
    link.attempt((client) =>
      (client as Redis & Record<Script, (...args: readonly (string | number)[]) => Promise<T>>)[script](...args),
    )
  let timer: NodeJS.Timeout | undefined
  let left = false

  const call = async (workforce?: () => Promise<Workforce>): Promise<void> => {
    const { workers, workerMemoryBytes = [], hindrance } = (await workforce?.()) ?? {}
    const told: Told = {
      ...thisProcess,
      ...(workers && { workers }),
      ...(hindrance && { hindrance: hindrance.reason }),
      workerMemoryBytes,
      memoryBytes: process.memoryUsage.rss() + workerMemoryBytes.reduce((sum, bytes) => sum + bytes, 0),
    }
    if (!left) await run('memberCall', id, JSON.stringify(told))
  }
  return {
    join: (workforce) => {
      const callOut = (): void => void call(workforce).catch(() => {}) // the next announcement has it all
      timer = setInterval(callOut, CALL_EVERY_MS).unref()
      callOut()
      return callOut
    },
    members: async () => {
      const rows = await run<[id: string, silentMs: string, told: string][]>('memberList', REMEMBERED_MS)
      return rows
        ?.map(([member, silent, told]): FleetMember => {
          const silentMs = Number(silent)
          const state = { here: member === id, silentMs, missing: silentMs > MISSING_AFTER_MS }
          return { id: member, ...(JSON.parse(told) as Told), ...state }
        })
        .sort(serversFirst)
    },
    leave: async () => {
      left = true
      clearInterval(timer)
      await run('memberLeave', id)
    },
  }
}

function serversFirst(one: FleetMember, other: FleetMember): number {
  const rank = ({ workers }: FleetMember): number => (workers ? 1 : 0)
  return rank(one) - rank(other) || one.host.localeCompare(other.host) || one.pid - other.pid
}
