/** What happens to the fleet, by name. Each is injected again and again; it is over when it resolves. */
import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Redis } from 'ioredis'
import { childrenOf } from '../../test/support/children.js'
import { killed, restarted } from '../../test/support/faults.js'
import type { Member } from '../../test/support/fleet.js'
import type { Fleet } from './fleet.js'

/** Longer than what servers bridge by themselves. */
const LONG_AWAY_MS = 12_000
const STOPPED_MS = 20_000

export const FAULTS = [
  'server killed',
  'machine killed',
  'worker killed',
  'postgres killed',
  'redis killed',
  's3 killed',
  'worker stopped',
  'redis full',
  's3 answers 503',
  'servers restarted',
] as const
export type Fault = (typeof FAULTS)[number]

export function faultsOf(fleet: Fleet): Record<Fault, () => Promise<void>> {
  const { servers, machines, postgres, redis, s3 } = fleet
  const workers = async (): Promise<number[]> =>
    (await Promise.all(machines.map(({ pid }) => childrenOf(pid())))).flat()
  const inTurn = turns(servers)
  const frozen = turns(['worker', 'machine'])
  return {
    'server killed': () => killed(pick(servers)).inject(),
    'machine killed': () => killed(pick(machines)).inject(),
    'worker killed': async () => {
      const pids = await workers()
      if (pids.length > 0) signal(pick(pids), 'SIGKILL')
    },
    'postgres killed': () => killed(postgres, LONG_AWAY_MS).inject(),
    'redis killed': () => killed(redis, LONG_AWAY_MS).inject(),
    's3 killed': () => killed(s3, LONG_AWAY_MS).inject(),
    'worker stopped': async () => {
      const pids = frozen() === 'worker' ? await workers() : machines.map(({ pid }) => pid())
      if (pids.length === 0) return
      const pid = pick(pids)
      signal(pid, 'SIGSTOP')
      await sleep(STOPPED_MS)
      signal(pid, 'SIGCONT')
    },
    'redis full': async () => {
      const client = new Redis(fleet.redisUrl)
      await client.config('SET', 'maxmemory', '1mb')
      await sleep(randomInt(2000, LONG_AWAY_MS))
      await client.config('SET', 'maxmemory', '0')
      client.disconnect()
    },
    's3 answers 503': async () => {
      signal(s3.pid(), 'SIGUSR2')
      await sleep(randomInt(2000, LONG_AWAY_MS))
      signal(s3.pid(), 'SIGUSR2')
    },
    'servers restarted': () => restarted(inTurn()).inject(),
  }
}

/** Those that ended without having been told to. */
export const diedByItself = ({ servers, machines, postgres, redis, s3 }: Fleet): Member[] =>
  [...servers, ...machines, postgres, redis, s3].filter(({ pid }) => !signal(pid(), 0))

/** False: there is no such process any more. */
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name)
  } catch {
    return false
  }
}

function turns<T>(list: readonly T[]): () => T {
  let turn = 0
  return () => list[turn++ % list.length]!
}

export const pick = <T>(list: readonly T[]): T => list[randomInt(list.length)]!
