/** Builds the account page, unless it was built after the last change to anything that it is made of. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { compressFiles } from './compress.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const INPUTS = [
  'web',
  'catalog',
  'scripts',
  'src/catalog',
  'src/client',
  'src/config.ts',
  'src/http',
  'src/imaging/codec',
  'src/imaging/id-photo',
  'package.json',
  'package-lock.json',
].map((name) => path.join(root, name))
const built = path.join(root, 'dist/web/index.html')

/** Folders count themselves, too: that is where a deleted file shows. */
function changedAt(file: string): number {
  const stats = statSync(file)
  const inside = stats.isDirectory() ? readdirSync(file).map((name) => changedAt(path.join(file, name))) : []
  return Math.max(stats.mtimeMs, ...inside)
}

const isCurrent = existsSync(built) && statSync(built).mtimeMs > Math.max(...INPUTS.map(changedAt))
if (!isCurrent) {
  await build({ root: path.join(root, 'web') })
  compressFiles(path.dirname(built))
}
