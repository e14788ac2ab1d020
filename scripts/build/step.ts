/** A step of the build, which is taken unless nothing that it reads has changed since the last time. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn, NOTES, ROOT } from './places.js'

export interface Step {
  readonly name: string
  /** Files and folders that it reads, asked for once the steps before it are done. */
  inputs(): readonly string[]
  /** A file that is there afterwards. */
  readonly output: string
  /** Its tools are heavy, and loaded only when they are needed. */
  load(): Promise<{ make(): Promise<void> | void }>
}

export async function takeStep(step: Step, root = ROOT, say: (line: string) => void = console.log): Promise<void> {
  const note = path.join(root, NOTES, step.name)
  const digest = digestOf(step.inputs(), root)
  const isCurrent =
    existsSync(path.join(root, step.output)) && existsSync(note) && readFileSync(note, 'utf8') === digest
  if (isCurrent) return say(`${step.name}: current`)
  const startedAt = performance.now()
  rmSync(note, { force: true }) // should the step fail halfway, it is taken again
  await (await step.load()).make()
  mkdirSync(path.dirname(note), { recursive: true })
  writeFileSync(note, digest)
  say(`${step.name}: built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
}

/** Of contents, not of times: a checkout gives new times to old files. The lock file names the versions of the tools. */
function digestOf(inputs: readonly string[], root: string): string {
  const files = new Set([...inputs, 'package-lock.json'].flatMap((input) => filesIn(input, root)))
  const hash = createHash('sha256')
  for (const name of [...files].sort()) {
    const content = readFileSync(path.join(root, name))
    hash.update(`${name}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}
