/** The account page, in every language. */
import path from 'node:path'
import { build } from 'vite'
import { FIRST_LANGUAGE, LANGUAGES } from '../../src/catalog/languages.js'
import { compressFiles } from './compress.js'
import { PAGE, ROOT } from './places.js'

/** The first language empties the folder that the others are put into. */
const languages = Object.keys(LANGUAGES).sort((a, b) => Number(b === FIRST_LANGUAGE) - Number(a === FIRST_LANGUAGE))

export async function make(): Promise<void> {
  for (const mode of languages) await build({ root: path.join(ROOT, 'web'), mode, logLevel: 'warn' })
  compressFiles(path.join(ROOT, path.dirname(PAGE)))
}
