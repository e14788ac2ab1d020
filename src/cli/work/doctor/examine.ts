/** All checks, in the order in which they are reported. One that fails by itself is a problem, and does not end the others. */
import type { Config } from '../../../config/config.js'
import { checkAddress } from './address.js'
import { checkClock } from './clock.js'
import { checkDataFolder } from './data-folder.js'
import { type Finding, problem } from './finding.js'
import { checkMemory, checkNode, checkTelemetry } from './machine.js'
import { checkNetworks } from './networks.js'
import { checkPort } from './port.js'
import { checkDatabase, checkMail, checkRedis, checkStorage } from './stores.js'

type Examination = (config: Config) => Promise<readonly Finding[]>

const EXAMINATIONS: Readonly<Record<string, Examination>> = {
  'Node.js': checkNode,
  Memory: checkMemory,
  Telemetry: checkTelemetry,
  'Data folder': checkDataFolder,
  Port: checkPort,
  Address: checkAddress,
  Networks: checkNetworks,
  Database: checkDatabase,
  Storage: checkStorage,
  Redis: checkRedis,
  Mail: checkMail,
  Clock: checkClock,
}

export async function examine(config: Config): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [what, check] of Object.entries(EXAMINATIONS)) {
    try {
      findings.push(...(await check(config)))
    } catch (error) {
      findings.push(problem(what, (error as Error).message, 'See docs/operations.md'))
    }
  }
  return findings
}
