/**
 * A file of our own making, with its sha256 beside it in the form that `sha256sum --check` reads. There is no
 * other record of its content, and a network with a few wrong weights loads like a right one and draws wrong pictures.
 */
import { createHash } from 'node:crypto'
import { readFile, rename, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { hashesOf } from '../base/file-hash.js'

export type FileState = 'verified' | 'missing' | 'corrupt'

const ENDING = '.sha256'
export const sealOf = (file: string): string => `${file}${ENDING}`

/** `scratch` is a folder on the same disk. A file without its seal counts as missing, so the seal comes last. */
export async function writeSealed(file: string, bytes: Uint8Array, scratch: string): Promise<void> {
  const part = path.join(scratch, path.basename(file))
  const hash = createHash('sha256').update(bytes).digest('hex')
  await writeFile(part, bytes)
  await writeFile(sealOf(part), `${hash}  ${path.basename(file)}\n`)
  await rename(part, file)
  await rename(sealOf(part), sealOf(file))
}

export async function stateOfSealed(file: string): Promise<FileState> {
  const seal = await readFile(sealOf(file), 'utf8').catch(() => undefined)
  if (seal === undefined) return 'missing'
  return stateOfFile(file, { sha256: seal.slice(0, 64) })
}

export async function stateOfFile(file: string, expected: { sha256: string; bytes?: number }): Promise<FileState> {
  const found = await stat(file).catch(() => undefined)
  if (!found) return 'missing'
  if (expected.bytes !== undefined && found.size !== expected.bytes) return 'corrupt'
  const { sha256 } = await hashesOf(file, ['sha256'])
  return sha256 === expected.sha256 ? 'verified' : 'corrupt'
}
