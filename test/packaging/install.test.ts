/** What `npm ci` does beside unpacking: nothing that reaches further than the npm registry. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import type { Lock } from '../../scripts/licences.js'
import { projectFile } from '../support/project.js'

it('the post-install of onnxruntime-node finds our stand-in instead of global-agent, and ends there', () => {
  const script = projectFile('node_modules/onnxruntime-node/script/install.js')
  // An empty flag is an error to the script on every platform, before it downloads anything: so 0 can only come from
  // the stand-in. (Other values end with 0 by themselves under `npm test` and where there is nothing to download.)
  const flags = { ONNXRUNTIME_NODE_INSTALL: '', npm_config_onnxruntime_node_install: '' }
  const env = { ...process.env, npm_package_name: 'onnxruntime-node', ...flags }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { env, encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
})

it.each([
  ['package-lock.json', ['node_modules/global-agent']], // a folder of this repository
  ['.ci/kit/package-lock.json', []],
])('%s names no registry', (name, folders) => {
  const lock = JSON.parse(readFileSync(projectFile(name), 'utf8')) as {
    packages: Record<string, Lock['packages'][string] & { resolved?: string }>
  }
  const resolved = Object.entries(lock.packages).flatMap(([path, entry]) => (entry.resolved ? [path] : []))
  expect(resolved).toEqual(folders)
})
