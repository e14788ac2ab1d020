/** Does this machine's clock agree with those of the stores? Signatures expire by it, logs are read by it. */
import { systemClock } from '../../../base/clock.js'
import type { Config } from '../../../config/config.js'
import { timeOfDatabase } from '../../../db/open.js'
import { timeOfStorage } from '../../../storage/open.js'
import { timeOfRedis } from './ask-redis.js'
import { type Finding, ok, problem, warning } from './finding.js'

const WHAT = 'Clock'
/** Before this program was written. */
const EARLIEST = Date.UTC(2026, 0)
/** S3 refuses signatures that are off by 15 minutes. */
const TOLERATED_MS = { worthKnowing: 5000, harmful: 30_000 }

export async function checkClock(config: Config): Promise<Finding[]> {
  const now = new Date(systemClock()).toISOString()
  const remedy = 'Set the clock, and keep it right with NTP (timedatectl set-ntp true)'
  if (systemClock() < EARLIEST) return [problem(WHAT, `${now} is in the past`, remedy)]
  const others = {
    PostgreSQL: () => timeOfDatabase(config),
    Redis: async () => config.redis && timeOfRedis(config.redis),
    'the object store': () => timeOfStorage(config),
  }
  const findings: Finding[] = []
  for (const [name, ask] of Object.entries(others)) {
    const theirs = await ask().catch(() => undefined) // reported by the check of the store itself
    if (theirs === undefined) continue
    const offMs = Math.abs(systemClock() - theirs)
    const found = `${Math.round(offMs / 1000)} s off from that of ${name}`
    if (offMs > TOLERATED_MS.harmful) findings.push(problem(WHAT, found, remedy))
    else if (offMs > TOLERATED_MS.worthKnowing) findings.push(warning(WHAT, found, remedy))
    else findings.push(ok(WHAT, `agrees with that of ${name}`))
  }
  return findings.length > 0 ? findings : [ok(WHAT, now)]
}
