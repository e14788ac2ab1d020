/** What is published of a version: packages, chart, what is inside, notes, and checksums of it all. */
import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { create } from 'tar'
import { notesOf } from './changelog.js'
import { npm } from './commands.js'
import { CHART, CLIENT, versionIn } from './versions.js'

/** Of the version that is checked out in `folder`, into `target`, which is emptied. */
export async function makeFiles(folder: string, target: string): Promise<void> {
  const version = versionIn(folder)
  rmSync(target, { recursive: true, force: true })
  mkdirSync(target, { recursive: true })
  for (const place of ['.', CLIENT]) npm(path.join(folder, place), 'pack', '--pack-destination', target)
  await packChart(folder, path.join(target, `silhouette-chart-${version}.tgz`))
  writeFileSync(path.join(target, `silhouette-${version}.cdx.json`), partsList(folder))
  writeFileSync(
    path.join(target, 'NOTES.md'),
    `${notesOf(version, readFileSync(path.join(folder, 'CHANGELOG.md'), 'utf8'))}\n`,
  )
  writeFileSync(path.join(target, 'SHA256SUMS'), checksumsOf(target))
}

/** As `helm package` does: one folder with the name of the chart. */
const packChart = (folder: string, file: string): Promise<void> =>
  create({ file, gzip: true, portable: true, cwd: path.join(folder, path.dirname(CHART)) }, [path.basename(CHART)])

interface PartsList {
  readonly metadata: { readonly component: { name: string; readonly 'bom-ref': string; readonly version: string } }
}

/** What users run, from the lock file; CycloneDX. npm names the whole after the folder that it happens to be in. */
function partsList(folder: string): string {
  const options = ['--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only']
  const list = JSON.parse(npm(folder, 'sbom', ...options)) as PartsList
  const { component } = list.metadata
  component.name = component['bom-ref'].replace(`@${component.version}`, '')
  return `${JSON.stringify(list, null, 2)}\n`
}

/** For `sha256sum --check`. */
const checksumsOf = (folder: string): string =>
  readdirSync(folder)
    .sort()
    .map(
      (name) =>
        `${createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex')}  ${name}\n`,
    )
    .join('')
