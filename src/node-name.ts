/**
 * The name of this node, made at random once and kept in its data folder. A data folder has one server at a time
 * (`db/exclusive-lock.ts`), so whoever starts under this name knows that whatever carries it is left from an earlier life.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from './random-ids.js'

export async function nodeNameIn(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'node-name')
  const known = await readFile(file, 'utf8').catch(() => '')
  if (/^[\w-]+$/.test(known)) return known
  const name = randomToken()
  await writeFile(file, name, { mode: 0o600 })
  return name
}
