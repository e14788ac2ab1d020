/** The version of the product is written in several files; all have the same. */
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { npm } from './commands.js'

export const CLIENT = 'clients/typescript'
export const CHART = 'deploy/helm/silhouette'
/** All that a release changes. */
export const CHANGED = [
  'CHANGELOG.md',
  'package.json',
  'package-lock.json',
  `${CLIENT}/package.json`,
  `${CHART}/Chart.yaml`,
]

export function versionIn(folder: string): string {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  return version
}

export function setVersion(folder: string, version: string): void {
  for (const place of ['.', CLIENT])
    npm(path.join(folder, place), 'version', version, '--no-git-tag-version', '--ignore-scripts')
  const chart = path.join(folder, CHART, 'Chart.yaml')
  const text = readFileSync(chart, 'utf8')
  writeFileSync(chart, text.replaceAll(/^(version|appVersion): .*$/gm, `$1: ${version}`))
}

/** Numbers only: `latest` and the order of versions are then the same for npm, Helm and people. */
export function assertFollows(version: string, current: string): void {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is no version: give three numbers, such as 0.3.0`)
  const [next, last] = [version, current].map((it) => it.split('.').map(Number))
  const place = next!.findIndex((number, index) => number !== last![index])
  if (place < 0 || next![place]! < last![place]!) throw new Error(`${version} does not come after ${current}`)
}
