/**
 * Which packages our documents, samples and help name: those that we depend on, and our own. Our own are not in a registry, so
 * they are imported by name, but installed from a file: what a registry has under such a name is a stranger's.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { expect, test } from 'vitest'
import { projectFile } from '../support/project.js'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly bin?: string | Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}
const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(projectFile(path.join(folder, 'package.json')), 'utf8')) as Manifest

const product = manifestIn('.')
const client = manifestIn('clients/typescript')
const dependencies = Object.keys({
  ...product.dependencies,
  ...product.optionalDependencies,
  ...product.devDependencies,
})
const commands = dependencies.flatMap((name) => {
  const { bin = {} } = manifestIn(`node_modules/${name}`)
  return typeof bin === 'string' ? [path.basename(name)] : Object.keys(bin)
})

const FOLDERS = ['.ci', 'bin', 'clients', 'deploy', 'docs', 'examples', 'migration', 'scripts', 'src', 'web/src']
const READ = /(\.(md|ts|tsx|mjs|cjs|js|service|yml|sh)|\/[^.]+)$/
const atTop = readdirSync(projectFile('.')).filter((name) => /\.md$|^Dockerfile$/.test(name))
const files = FOLDERS.flatMap((folder) =>
  readdirSync(projectFile(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.relative(projectFile('.'), path.join(parentPath, name))),
)
const texts = [...atTop, ...files]
  // It tells what was.
  .filter((name) => name !== 'CHANGELOG.md' && READ.test(`/${name}`) && !/\/(dist|node_modules)\//.test(name))
  .map((name) => ({ name, text: readFileSync(projectFile(name), 'utf8') }))

/** What follows a command, without its options; words in capitals stand for something else. */
const operandsIn = (words: string): string[] =>
  words.split(/\s+/).filter((word) => word !== '' && !word.startsWith('-') && !/^[A-Z]+$/.test(word))

const IMPORT = /(?:\b(?:import|export)\b[^'"\n]*\bfrom |^\} from |\bimport |\bimport\(|\brequire\()(['"])([^'"\n]+)\1/gm
const INSTALL = /\b(?:npm|pnpm|yarn|bun|pip3?|gem)[ ]+(?:i|install|add|exec)\b([^\n`'"|&;#()<>]*)/g
const RUN = /\b(?:npx|bunx|pnpx)[ ]+([^\n`'"|&;#()<>]*)/g

const PATH = /^(\.{0,2}\/|~|file:|\$)|\.tgz$/
const isOf = (names: readonly string[], wanted: string): boolean =>
  names.some((name) => wanted === name || wanted.startsWith(`${name}/`))

/** No names of packages: `#texts/…`, `virtual:…`. */
const isImported = (name: string): boolean =>
  PATH.test(name) || /[#:]/.test(name) || isBuiltin(name) || isOf([product.name, client.name, ...dependencies], name)

/** Whatever pattern finds in one of the texts, where it may not be named: `file: name`. */
const strangersOf = (pattern: RegExp, namesIn: (match: string[]) => string[], isKnown: (name: string) => boolean) =>
  texts.flatMap(({ name, text }) =>
    [...text.matchAll(pattern)]
      .flatMap((match) => namesIn(match))
      .filter((named) => !isKnown(named))
      .map((named) => `${name}: ${named}`),
  )

test('what is imported is ours, or a dependency', () => {
  expect(strangersOf(IMPORT, ([, , named = '']) => [named], isImported)).toEqual([])
})

test('what is installed is a file, or a dependency', () => {
  const isKnown = (name: string): boolean => PATH.test(name) || dependencies.includes(name)
  expect(strangersOf(INSTALL, ([, words = '']) => operandsIn(words), isKnown)).toEqual([])
})

test('what is run by npx is a command of a dependency: any other is fetched from the registry', () => {
  const first = ([, words = '']: string[]): string[] => operandsIn(words).slice(0, 1)
  expect(strangersOf(RUN, first, (name) => commands.includes(name))).toEqual([])
})

test('our own have a scope, and one version', () => {
  expect(product.name).toMatch(/^@[a-z-]+\/[a-z-]+$/)
  expect(path.dirname(client.name)).toBe(path.dirname(product.name))
  expect(client.version).toBe(product.version)
  const lock = JSON.parse(readFileSync(projectFile('package-lock.json'), 'utf8')) as Manifest
  expect(lock.name).toBe(product.name)
})
