/** Are all networks there, with the expected content? */
import type { Config } from '../../../config/config.js'
import { modelStoreOf } from '../../../models/store.js'
import { PROGRAM } from '../../command.js'
import { type Finding, ok, problem, warning } from './finding.js'

const WHAT = 'Networks'

export async function checkNetworks(config: Config): Promise<Finding[]> {
  const states = await modelStoreOf(config).verify()
  const bad = states.filter(({ state }) => state !== 'verified')
  if (bad.length === 0) return [ok(WHAT, `${states.length} files, sha256 correct`)]
  const damaged = bad.filter(({ state }) => state === 'corrupt')
  const remedy = `${PROGRAM} models pull; the server does so at its start, where it reaches a registry`
  if (damaged.length > 0) return [problem(WHAT, `damaged: ${damaged.map(({ path }) => path).join(', ')}`, remedy)]
  return [warning(WHAT, `${bad.length} of ${states.length} files are missing`, remedy)]
}
