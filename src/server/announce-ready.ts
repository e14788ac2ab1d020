/** "ready" in the log means ready: a server that still lacks something says what, and says "ready" when it has come. */
import type { Logger } from 'pino'
import type { Readiness } from '../service/operator/readiness.js'

const LOOK_AGAIN_MS = 1000

/** Resolves after the first look; further ones are not waited for. Over when it is ready, or stops. */
export async function announceReady(
  readiness: () => Promise<Readiness>,
  log: Pick<Logger, 'info' | 'warn'>,
  stopping: () => boolean,
): Promise<void> {
  let told = ''
  const look = async (): Promise<void> => {
    const { status, ...facts } = await readiness()
    if (stopping()) return
    if (status === 'ready') return log.info('ready')
    const news = JSON.stringify(facts)
    if (news !== told) log.warn(facts, status === 'degraded' ? 'serving what can be served' : 'not ready yet')
    told = news
    setTimeout(() => void look(), LOOK_AGAIN_MS).unref()
  }
  await look()
}
