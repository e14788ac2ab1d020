/** The result of a job on its way: to where clients find it, or back to the server that asked for it. */
import { randomToken } from '../../base/random-ids.js'
import type { Outcome } from '../../imaging/job.js'
import type { BegunJob, FleetState } from './fleet-state.js'
import { type JobPictures, NotWanted } from './job-pictures.js'
import { resultKey } from './messages.js'

/** A job that the pool has finished. */
interface Made {
  readonly outcome: Outcome
  readonly tookMs: number
  readonly adoptedWithinMs: number | undefined
}

/** Returns the id of a result that is stored where clients find it; others go back to the server. */
export async function deliver(
  node: string,
  fleetState: Pick<FleetState, 'finish' | 'announce'>,
  begun: BegunJob,
  made: Made,
  pictures: JobPictures,
): Promise<string | undefined> {
  const { outcome, tookMs, adoptedWithinMs: lifeMs } = made
  if (lifeMs === undefined || !('extension' in outcome)) {
    await fleetState.finish(node, begun, tookMs).catch(() => {})
    await pictures.sendBack()
    return undefined
  }
  const id = randomToken()
  const name = `${id}.${outcome.extension}`
  const wanted = await fleetState
    .announce(node, begun, tookMs, { keys: [resultKey(name)], lifeMs })
    .catch(() => undefined)
  if (wanted === false) throw new NotWanted('Its server has given up')
  // Without a note in Redis nobody would delete it if this machine or its server died now.
  if (wanted === undefined) await pictures.sendBack()
  else await pictures.keep(name, outcome.contentType)
  return wanted && id
}
