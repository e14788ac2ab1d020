/**
 * fleet-worker.ts without its types, on the product as it was built. Started from source it would take two seconds of a
 * core each time, and the tests of services start more than a dozen.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { transformWithOxc } from 'vite'
import type { TestProject } from 'vitest/node'
import { projectFile } from './project.js'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file to start. */
    fleetWorker: string
  }
}

const FILES = ['fleet-worker', 'scripted-worker']

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'silhouette-worker-'))
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  for (const name of FILES) {
    const source = projectFile(`test/support/${name}.ts`)
    const { code } = await transformWithOxc(await readFile(source, 'utf8'), source)
    await writeFile(
      path.join(folder, `${name}.js`),
      code.replaceAll('../../src', pathToFileURL(projectFile('dist')).href),
    )
  }
  project.provide('fleetWorker', path.join(folder, 'fleet-worker.js'))
  return () => rm(folder, { recursive: true })
}
