/** Part of `npm run check`: every dependency, of every platform, is under a licence that we allow. */
import { readFileSync } from 'node:fs'
import { type Lock, refusedLicences } from './licences.js'

const lock = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')) as Lock
const refused = refusedLicences(lock)
for (const { path, version, licence } of refused) console.error(`${path} ${version}: licence ${licence} is not allowed`)
if (refused.length > 0) {
  console.error('Use another package, or add the licence or an exception with its reason to scripts/licences.ts')
  process.exitCode = 1
}
