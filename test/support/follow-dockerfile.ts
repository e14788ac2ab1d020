/** Follows a Dockerfile step by step in clean roots, from the files that git knows and .dockerignore lets through. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { type CommandInside, makeCleanRoot, runInside } from './clean-root.js'
import { assignmentsIn, type Stage, stagesOf, wordsIn } from './dockerfile.js'
import { projectFile } from './project.js'

export interface Image extends CommandInside {
  readonly entrypoint: readonly string[]
  readonly command: readonly string[]
  readonly healthcheck: readonly string[]
}
type Made = { -readonly [name in keyof Image]: Image[name] }

/** The image of the last stage. */
export async function followDockerfile(folder: string): Promise<Image> {
  const context = contextIn(folder)
  const made = new Map<string, Made>()
  const stages = stagesOf(readFileSync(projectFile('Dockerfile'), 'utf8'))
  for (const [index, stage] of stages.entries()) {
    const root = path.join(folder, `${index}-${stage.name || 'image'}`)
    const image = imageFrom(stage, made.get(stage.from), root)
    for (const { instruction, text } of stage.steps) await follow(instruction, text, image, context, made)
    made.set(stage.name, image)
  }
  return made.get('')!
}

function imageFrom({ from }: Stage, earlier: Made | undefined, root: string): Made {
  if (earlier) {
    // Linked, not copied: no step changes a file in its place.
    execFileSync('cp', ['-al', earlier.root, root])
    return { ...earlier, root, env: { ...earlier.env } }
  }
  if (/^[a-z]+$/.test(from)) throw new Error(`FROM ${from}: there is no such stage above`)
  makeCleanRoot(root)
  return { root, workdir: '/', user: '0:0', env: {}, entrypoint: [], command: [], healthcheck: [] }
}

async function follow(
  instruction: string,
  text: string,
  image: Made,
  context: string,
  made: Map<string, Made>,
): Promise<void> {
  const steps: Readonly<Record<string, () => unknown>> = {
    ARG: () => Object.assign(image, { env: { ...image.env, ...assignmentsIn(text) } }),
    ENV: () => Object.assign(image, { env: { ...image.env, ...assignmentsIn(text) } }),
    USER: () => Object.assign(image, { user: text }),
    WORKDIR: () => {
      image.workdir = text
      mkdirSync(path.join(image.root, text), { recursive: true })
    },
    COPY: () => copy(text, image, context, made),
    RUN: () => runInside(['sh', '-c', text], image),
    ENTRYPOINT: () => Object.assign(image, { entrypoint: wordsIn(text) }),
    CMD: () => Object.assign(image, { command: wordsIn(text) }),
    HEALTHCHECK: () => Object.assign(image, { healthcheck: wordsIn(text.slice(text.indexOf('['))) }),
    EXPOSE: () => {},
    VOLUME: () => {},
  }
  const step = steps[instruction]
  if (!step) throw new Error(`The test does not know how to follow ${instruction} ${text}`)
  await step()
}

function copy(text: string, image: Made, context: string, made: Map<string, Made>): void {
  const [, stage] = /--from=(\S+)/.exec(text) ?? []
  const words = text.split(/\s+/).filter((word) => !word.startsWith('--'))
  const from = stage ? made.get(stage)!.root : context
  const to = path.resolve(image.root, `.${path.resolve(image.workdir, words.at(-1)!)}`)
  const intoFolder = words.at(-1)!.endsWith('/')
  for (const word of words.slice(0, -1)) {
    const source = path.join(from, word)
    if (!existsSync(source)) throw new Error(`COPY ${text}: there is no ${word}`)
    const isFolder = statSync(source).isDirectory()
    mkdirSync(isFolder || intoFolder ? to : path.dirname(to), { recursive: true })
    execFileSync('cp', ['-al', isFolder ? `${source}/.` : source, to])
  }
}

function contextIn(folder: string): string {
  const context = path.join(folder, 'context')
  const allowed = [...readFileSync(projectFile('.dockerignore'), 'utf8').matchAll(/^!(.+)$/gm)].map(([, it]) => it!)
  const known = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--', ...allowed],
    {
      cwd: projectFile('.'),
      encoding: 'utf8',
    },
  )
  mkdirSync(context, { recursive: true })
  execFileSync('tar', ['--create', '--file', path.join(folder, 'context.tar'), '--null', '--files-from=-'], {
    cwd: projectFile('.'),
    input: known,
  })
  execFileSync('tar', ['--extract', '--file', path.join(folder, 'context.tar'), '--directory', context])
  return context
}
