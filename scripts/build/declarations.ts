/**
 * The library's declarations, in dist/types: of src/index.ts and of what it names, and of nothing else. Files that are
 * declared to strangers say all their types, so each is translated alone, in no time.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'
import { ROOT } from './places.js'

const IMPORTED = /\bfrom '(\.[^']+)\.js'|\bimport\('(\.[^']+)\.js'\)/g

/** The text of each declaration, by its path below src and without an ending. */
export function declarationsFrom(entry: string, source: string): Map<string, string> {
  const texts = new Map<string, string>()
  const queue = [entry]
  for (let name = queue.pop(); name !== undefined; name = queue.pop()) {
    if (texts.has(name)) continue
    const fileName = path.join(source, `${name}.ts`)
    const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(fileName, 'utf8'), {
      fileName,
      reportDiagnostics: true,
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, isolatedDeclarations: true },
    })
    const [problem] = diagnostics
    if (problem) throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(problem.messageText, '\n')}`)
    texts.set(name, outputText)
    const folder = path.posix.dirname(name)
    for (const [, first, second] of outputText.matchAll(IMPORTED)) {
      queue.push(path.posix.join(folder, first ?? second ?? ''))
    }
  }
  return texts
}

export function make(): void {
  const target = path.join(ROOT, 'dist/types')
  rmSync(target, { recursive: true, force: true })
  for (const [name, text] of declarationsFrom('index', path.join(ROOT, 'src'))) {
    const file = path.join(target, `${name}.d.ts`)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}
