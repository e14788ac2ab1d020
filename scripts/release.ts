/**
 * npm run release -- 0.3.0             version, changelog, files, commit and tag; pushes nothing
 * npm run release -- 0.3.0 --dry-run   says what would be done, and whether it could be
 * npm run release -- --files           the files of the version that is checked out, for the workflow that publishes them
 *
 * See docs/packaging.md.
 */
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeFiles } from './release/files.js'
import { filesOf, makeRelease, planRelease } from './release/release.js'
import { versionIn } from './release/versions.js'

const USAGE = 'Usage: npm run release -- VERSION [--dry-run], or npm run release -- --files'
const folder = fileURLToPath(new URL('..', import.meta.url))

try {
  const { values, positionals } = parseArgs({
    options: { 'dry-run': { type: 'boolean' }, files: { type: 'boolean' } },
    allowPositionals: true,
  })
  const [version] = positionals
  if (values.files ? positionals.length > 0 : positionals.length !== 1) throw new Error(USAGE)
  const release = { folder, version: version ?? versionIn(folder), date: today(), tell: console.log }
  if (values.files) await makeFiles(folder, filesOf(release))
  else if (values['dry-run']) planRelease(release)
  else await makeRelease(release)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
