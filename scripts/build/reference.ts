/** The reference of the API, as a file that the page is made of. */
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { builtReference } from '../built-reference.js'
import { REFERENCE, ROOT } from './places.js'

export async function make(): Promise<void> {
  const file = path.join(ROOT, REFERENCE)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, JSON.stringify(await builtReference()))
}
