/**
 * The name of this node, generated once and kept in its data folder. A data folder has one server at a time
 * (`db/exclusive-lock.ts`), so at start anything that carries this name is left from an earlier run.
 */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { randomToken } from '../base/random-ids.js'

export async function nodeNameIn(dataDir: string): Promise<string> {
  const file = path.join(dataDir, 'node-name')
  const known = await readFile(file, 'utf8').catch(() => '')
  if (/^[\w-]+$/.test(known)) return known
  const name = randomToken()
  await writeFile(file, name, { mode: 0o600 })
  return name
}
