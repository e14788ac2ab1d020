/** A version, from a clean tree to a commit with its tag. Nothing is pushed: that is one command of yours, and it publishes. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { notesOf, withRelease } from './changelog.js'
import { git } from './commands.js'
import { makeFiles } from './files.js'
import { assertFollows, CHANGED, setVersion, versionIn } from './versions.js'

export interface Release {
  readonly folder: string
  readonly version: string
  readonly date: string
  readonly tell: (line: string) => void
}

export const filesOf = ({ folder, version }: Pick<Release, 'folder' | 'version'>): string =>
  path.join(folder, 'release', version)

/** The changelog as it will be; throws if the version cannot be released. */
export function planRelease({ folder, version, date, tell }: Release): string {
  assertFollows(version, versionIn(folder))
  const open = git(folder, 'status', '--porcelain')
  if (open) throw new Error(`A release is made of what is committed. Commit or remove first:\n${open}`)
  if (git(folder, 'tag', '--list', `v${version}`)) throw new Error(`There is a tag v${version} already`)
  const changelog = withRelease(version, date, readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8'))
  tell(`${versionIn(folder)} → ${version} in ${CHANGED.slice(1).join(', ')}`)
  tell(`CHANGELOG.md: ${notesOf(version, changelog).split('\n').length} lines under ${version} (${date})`)
  tell(`release/${version}: packages, chart, parts list (SBOM), notes, SHA256SUMS`)
  tell(`A commit "Release ${version}", and the tag v${version}`)
  return changelog
}

export async function makeRelease(release: Release): Promise<void> {
  const { folder, version, tell } = release
  const changelog = planRelease(release)
  try {
    setVersion(folder, version)
    writeFileSync(path.join(folder, 'CHANGELOG.md'), changelog)
    await makeFiles(folder, filesOf(release))
  } catch (error) {
    git(folder, 'checkout', '--quiet', '--', ...CHANGED)
    throw error
  }
  git(folder, 'commit', '--quiet', '--message', `Release ${version}`, '--', ...CHANGED)
  git(folder, 'tag', '--annotate', `v${version}`, '--message', `Silhouette ${version}`)
  tell(`Done; nothing has left this machine. To publish: git push --follow-tags`)
}
