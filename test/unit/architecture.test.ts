/**
 * Imports point downwards only. Reads every import of src, types included, and keeps the layering that ARCHITECTURE.md
 * describes; a rule that is broken is named together with the file and the import that break it.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { projectFile } from '../support/project.js'

interface Import {
  /** The importing file, relative to src. */
  from: string
  /** A file relative to src, such as `db/port.ts`, or the name of a package, such as `fastify`. */
  to: string
}

const root = projectFile('src')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  .map((name) => name.split(path.sep).join('/'))
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8')

function importsIn(file: string, text: string): Import[] {
  return ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => ({
    from: file,
    to: fileName.startsWith('.')
      ? path.posix.join(path.posix.dirname(file), fileName).replace(/\.js$/, '.ts')
      : packageOf(fileName),
  }))
}

/** `typebox/value` → `typebox`, `@fastify/swagger/x` → `@fastify/swagger` */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/')

const imports = files.flatMap((file) => importsIn(file, textOf(file)))
const folderOf = (file: string): string => file.slice(0, file.indexOf('/') + 1)

/** Imports from files of `from` to anything named in `to`: a folder ends in `/`, the rest are files and packages. */
const breaking = (from: string, to: readonly string[]): string[] =>
  imports
    .filter((it) => it.from.startsWith(from))
    .filter((it) => to.some((name) => (name.endsWith('/') ? it.to.startsWith(name) : it.to === name)))
    .map((it) => `${it.from} imports ${it.to}`)

describe('the reader of imports', () => {
  test('sees values, types, re-exports, side effects and imports at run time, but not comments', () => {
    const text = [
      "import { a } from './a.js'",
      "import type { B } from '../db/port.js'",
      "export { c } from './v1/c.js'",
      "export * from 'typebox/value'",
      "import '@fastify/swagger/x'",
      "const later = await import('sharp')",
      "// import nothing from 'kysely'",
    ].join('\n')
    expect(importsIn('http/x.ts', text).map(({ to }) => to)).toEqual([
      'http/a.ts',
      'db/port.ts',
      'http/v1/c.ts',
      'typebox',
      '@fastify/swagger',
      'sharp',
    ])
  })

  test('finds the whole source, and every import of ours leads to a file', () => {
    expect(files).toEqual(expect.arrayContaining(['deps.ts', 'http/v1/remove.ts', 'imaging/run-job.ts']))
    const missing = imports.filter(({ to }) => to.endsWith('.ts') && !files.includes(to))
    expect(missing).toEqual([])
  })
})

describe('layers', () => {
  test.each<[layer: string, forbidden: readonly string[]]>([
    ['imaging/', ['http/', 'service/', 'db/', 'storage/', 'ratelimit/', 'engine/', 'models/', 'cli/']],
    ['models/', ['http/', 'service/', 'db/', 'engine/', 'imaging/', 'cli/']],
    ['service/', ['http/', 'cli/', 'fastify', 'sharp', 'onnxruntime-node', 'kysely']],
    ['db/', ['http/', 'service/', 'engine/', 'imaging/', 'cli/']],
    ['storage/', ['http/', 'service/', 'engine/', 'imaging/', 'cli/']],
    ['ratelimit/', ['http/', 'service/', 'engine/', 'imaging/', 'cli/']],
    ['engine/', ['http/', 'service/', 'db/', 'cli/', 'fastify']],
    ['http/', ['cli/', 'kysely', 'sharp', 'onnxruntime-node', '@photostructure/sqlite']],
  ])('%s knows nothing of %j', (layer, forbidden) => {
    expect(files.some((file) => file.startsWith(layer))).toBe(true)
    expect(breaking(layer, forbidden)).toEqual([])
  })

  test('no layer imports the files that put the program together', () => {
    const assembly = ['main.ts', 'app.ts', 'deps.ts']
    const layers = ['imaging/', 'models/', 'service/', 'db/', 'storage/', 'ratelimit/', 'engine/', 'http/']
    expect(layers.flatMap((layer) => breaking(layer, assembly))).toEqual([])
  })
})

describe('ports', () => {
  // What stands behind a port may be known inside its folder; others see the port, or the door that opens it.
  const folders = ['db/', 'storage/', 'ratelimit/', 'engine/']
  const isDoor = (file: string): boolean => /^[a-z]+\/(port|open)\.ts$/.test(file)

  test('each has one', () => {
    for (const folder of folders) expect(files).toContain(`${folder}port.ts`)
  })

  test('only deps.ts imports what stands behind them', () => {
    const behind = imports.filter(({ to }) => folders.includes(folderOf(to)) && !isDoor(to))
    const outside = behind.filter(({ from, to }) => folderOf(from) !== folderOf(to))
    expect(new Set(outside.map(({ from }) => from))).toEqual(new Set(['deps.ts']))
  })
})

describe('everywhere', () => {
  test('only config.ts and main.ts mention process.env', () => {
    const readers = files.filter((file) =>
      /process\.env|process\s*\[\s*['"]env|\benv\b[^'"]*from 'node:process'/.test(textOf(file)),
    )
    expect(readers.filter((file) => !['config.ts', 'main.ts'].includes(file))).toEqual([])
    expect(readers).toContain('main.ts')
  })

  test('no file is a drawer for leftovers called utils or helpers', () => {
    const isDrawer = (file: string): boolean => /(^|\/)(utils?|helpers?)(\/|\.ts$|$)/.test(file)
    expect(['db/utils.ts', 'helpers/x.ts', 'http/helper.ts'].filter(isDrawer)).toHaveLength(3)
    expect(files.filter(isDrawer)).toEqual([])
    expect(imports.filter(({ to }) => isDrawer(to))).toEqual([])
  })
})
