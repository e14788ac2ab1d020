/** Files → ZIP. Stored, not compressed: pictures are compressed already. */
import { writeFile } from 'node:fs/promises'
import { zipSync } from 'fflate'

/** The earliest date a ZIP can hold; fixed, so that the same pictures always give the same file. */
const FIXED_MTIME = new Date(1980, 0, 1)

/** Returns the size of the file. */
export async function writeZip(entries: Readonly<Record<string, Uint8Array>>, file: string): Promise<number> {
  const stored = { level: 0, mtime: FIXED_MTIME } as const
  const zip = zipSync(Object.fromEntries(Object.entries(entries).map(([name, bytes]) => [name, [bytes, stored]])))
  await writeFile(file, zip)
  return zip.length
}
