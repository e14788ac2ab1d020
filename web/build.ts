/** Builds the account page, unless it was built after the last change to anything that it is made of. */
import { existsSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { FIRST_LANGUAGE, LANGUAGES } from '../src/catalog/languages.js'
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
/** The first language empties the folder that the others are put into. */
const languages = Object.keys(LANGUAGES).sort((a, b) => Number(b === FIRST_LANGUAGE) - Number(a === FIRST_LANGUAGE))
const built = languages.map((language) =>
  path.join(root, 'dist/web', language === FIRST_LANGUAGE ? '' : language, 'index.html'),
)

/** Folders count themselves, too: that is where a deleted file shows. */
function changedAt(file: string): number {
  const stats = statSync(file)
  const inside = stats.isDirectory() ? readdirSync(file).map((name) => changedAt(path.join(file, name))) : []
  return Math.max(stats.mtimeMs, ...inside)
}

const changed = Math.max(...INPUTS.map(changedAt))
const isCurrent = built.every((file) => existsSync(file) && statSync(file).mtimeMs > changed)
if (!isCurrent) {
  for (const mode of languages) await build({ root: path.join(root, 'web'), mode })
  compressFiles(path.join(root, 'dist/web'))
}
