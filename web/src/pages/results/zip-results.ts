/** Many results as one ZIP. */
import { RequestFailed, unreachable } from '../../api/problem.js'
import type { ListedResult } from '../../api/types.js'
import { uniqueNames } from '../../files/unique-names.js'

export interface Packed {
  readonly zip: Blob
  /** Deleted or expired since they were listed. */
  readonly missing: number
}

export async function zipResults(results: readonly ListedResult[], onDone: (count: number) => void): Promise<Packed> {
  const { zipOf } = await import('../../files/zip.js') // loaded when first needed
  const names = uniqueNames(results.map(({ fileName }) => fileName)) // two may be from the same second or photo
  let missing = 0
  const entries = results.map(({ fileUrl, createdAt }, at) => ({
    name: names[at]!,
    madeAt: createdAt,
    file: async () => {
      const file = await download(fileUrl)
      if (!file) missing += 1
      return file
    },
  }))
  return { zip: await zipOf(entries, onDone), missing }
}

/** Undefined when it was deleted. */
async function download(url: string): Promise<Blob | undefined> {
  const answer = await fetch(url, { credentials: 'same-origin' }).catch(() => {
    throw new RequestFailed(unreachable)
  })
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new RequestFailed({ ...unreachable, status: answer.status })
  return answer.blob()
}
