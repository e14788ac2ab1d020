/** The hashes of a file, read once and piece by piece: networks have up to a gigabyte. */
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'

export async function hashesOf<const A extends string>(
  file: string,
  algorithms: readonly A[],
): Promise<Record<A, string>> {
  const hashes = algorithms.map((algorithm) => [algorithm, createHash(algorithm)] as const)
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    for (const [, hash] of hashes) hash.update(chunk as Buffer)
  }
  return Object.fromEntries(hashes.map(([algorithm, hash]) => [algorithm, hash.digest('hex')])) as Record<A, string>
}
