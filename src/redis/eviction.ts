/** Whether a full Redis refuses what is new, as the queue needs it, or drops what it has. */
import type { Redis } from 'ioredis'

/** One sentence, with its remedy; undefined where nothing is dropped, or Redis does not say. */
export async function evictionAdvice(client: Redis): Promise<string | undefined> {
  const info = await client.info('memory').catch(() => '')
  const policy = /^maxmemory_policy:([\w-]+)/m.exec(info)?.[1] ?? 'noeviction'
  if (policy === 'noeviction') return undefined
  return `Redis drops jobs when it is full, because its maxmemory-policy is '${policy}': set it to noeviction`
}

/** Tells once, as soon as Redis is there. */
export function adviseOnEviction(client: Redis, tell: (advice: string) => void): void {
  const look = async (): Promise<void> => {
    const advice = await evictionAdvice(client)
    if (advice) tell(advice)
  }
  if (client.status === 'ready') void look()
  else client.once('ready', () => void look())
}
