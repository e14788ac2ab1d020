/**
 * What is random about a preview is random by the photo's file: the same for all previews of one file, so that there is
 * nothing to gain from asking again, and different for others. It is no secret, and nothing depends on its being one.
 */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'

export const seedOf = async (file: string): Promise<number> =>
  createHash('sha256')
    .update(await readFile(file))
    .digest()
    .readInt32LE()
