/** The files that a file, or all files of a folder, import, and what those import in turn. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { filesIn, ROOT } from './places.js'

const SPECIFIER = /\b(?:from|import|import\()\s*'(\.[^']+)'/g

/** With the start itself. Imports of types count, too: at worst, something is built that need not have been. */
export function imported(start: string, root = ROOT): readonly string[] {
  const found = new Set(filesIn(start, root))
  // A set that grows is iterated to its end: what is added behind is still visited.
  for (const file of found) {
    if (!/\.tsx?$/.test(file)) continue
    for (const [, specifier = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(SPECIFIER)) {
      const target = path.posix.join(path.posix.dirname(file), specifier)
      const sources = [target, ...['.ts', '.tsx'].map((ending) => target.replace(/\.js$/, ending))]
      const source = sources.find((name) => existsSync(path.join(root, name)))
      if (source !== undefined) found.add(source)
    }
  }
  return [...found]
}
