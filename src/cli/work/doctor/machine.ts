/** What the machine and its runtime are like. */
import { readFileSync } from 'node:fs'
import type { Config } from '../../../config/config.js'
import { thisMachine } from '../../../config/machine.js'
import { isTelemetryOff } from '../../../imaging/networks/telemetry-off.js'
import { type Finding, ok, problem, warning } from './finding.js'

const GB = 1024 ** 3
/** A worker with warm networks and a large photo stays below this. */
const PER_WORKER_BYTES = 2 * GB

export async function checkNode(_config: Config): Promise<Finding[]> {
  const file = new URL('../../../../package.json', import.meta.url)
  const { engines } = JSON.parse(readFileSync(file, 'utf8')) as { engines: { node: string } }
  const numbers = (version: string): number[] => (version.match(/\d+/g) ?? []).map(Number)
  const [[major = 0, minor = 0], [found = 0, foundMinor = 0]] = [numbers(engines.node), numbers(process.version)]
  const isNewEnough = found > major || (found === major && foundMinor >= minor)
  return isNewEnough
    ? [ok('Node.js', process.version)]
    : [problem('Node.js', process.version, `Install Node.js ${major}.${minor} or later`)]
}

export async function checkMemory({ engine }: Config): Promise<Finding[]> {
  const { memoryBytes } = thisMachine()
  const found = `${(memoryBytes / GB).toFixed(1)} GB for ${engine.workers} ${engine.workers === 1 ? 'worker' : 'workers'}`
  const enough = Math.max(1, Math.floor(memoryBytes / PER_WORKER_BYTES))
  return engine.workers <= enough
    ? [ok('Memory', found)]
    : [warning('Memory', found, `A worker may need 2 GB: set WORKERS to ${enough}, or add memory`)]
}

export async function checkTelemetry(_config: Config): Promise<Finding[]> {
  return isTelemetryOff()
    ? [ok('Telemetry', 'off; the neural runtime reports nothing to its vendor')]
    : [problem('Telemetry', 'the neural runtime would report its use', 'Set ORT_DISABLE_TELEMETRY=1')]
}
