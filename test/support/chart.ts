/** The chart as Helm renders it. */
import { spawnSync } from 'node:child_process'
import { parseAllDocuments } from 'yaml'
import { helmProgram } from './kit.js'
import { projectFile } from './project.js'

export const chartFolder = projectFile('deploy/helm/silhouette')

export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name: string }
  readonly spec?: unknown
}

/** With these values over the chart's own; an error is what Helm says. */
export function renderChart(values: object): Manifest[] {
  const { status, stdout, stderr } = spawnSync(helmProgram(), ['template', 'shop', chartFolder, '--values', '-'], {
    input: JSON.stringify(values),
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(stderr)
  return parseAllDocuments(stdout).flatMap((document) => (document.toJS() as Manifest | null) ?? [])
}
