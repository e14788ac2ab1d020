/** The program: every file of src without its types, at its place in dist. */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { transformWithOxc } from 'vite'
import { filesIn, ROOT } from './places.js'

/** What other steps put into dist. */
const OF_OTHERS = ['.made', 'types', 'web']

export async function make(root = ROOT): Promise<void> {
  const sources = filesIn('src', root).filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'))
  const made = await Promise.all(sources.map((name) => translate(name, root)))
  removeOthers(path.join(root, 'dist'), new Set(made), OF_OTHERS)
}

/** Each file by itself. That none needs another for this, the compiler checks (`verbatimModuleSyntax`). */
async function translate(name: string, root: string): Promise<string> {
  const source = path.join(root, name)
  const target = path.join(root, 'dist', path.relative('src', name).replace(/\.ts$/, '.js'))
  const { code } = await transformWithOxc(readFileSync(source, 'utf8'), source, { sourcemap: false })
  mkdirSync(path.dirname(target), { recursive: true })
  // A running server may load it at any time: what is the same is left alone.
  if (!existsSync(target) || readFileSync(target, 'utf8') !== code) writeFileSync(target, code)
  return target
}

/** Of sources that are gone, nothing stays. */
function removeOthers(folder: string, kept: ReadonlySet<string>, except: readonly string[] = []): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (except.includes(entry.name)) continue
    if (entry.isDirectory()) removeOthers(file, kept)
    else if (!kept.has(file)) rmSync(file)
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder)
}
