/** Many results as one ZIP, made here: pictures are packed already, so they are stored as they are. */

import { RequestFailed, unreachable } from '../../api/problem.js'
import type { ResultRecord } from '../../api/types.js'

export interface Packed {
  readonly zip: Blob
  /** Deleted, or past their time, since they were listed. */
  readonly missing: number
}

export async function zipResults(results: readonly ResultRecord[], onDone: (count: number) => void): Promise<Packed> {
  const { Zip, ZipPassThrough } = await import('fflate')
  const pieces: Blob[] = [] // browsers keep large blobs on disk
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    pieces.push(new Blob([bytes as Uint8Array<ArrayBuffer>]))
  })
  const names = new Set<string>()
  let missing = 0
  for (const [index, { fileUrl, fileName, createdAt }] of results.entries()) {
    const bytes = await download(fileUrl)
    if (bytes) {
      const file = new ZipPassThrough(unlike(names, fileName))
      file.mtime = createdAt
      zip.add(file)
      file.push(bytes, true)
    } else missing += 1
    onDone(index + 1)
  }
  zip.end()
  return { zip: new Blob(pieces, { type: 'application/zip' }), missing }
}

/** Undefined when it is gone. */
async function download(url: string): Promise<Uint8Array | undefined> {
  const answer = await fetch(url, { credentials: 'same-origin' }).catch(() => {
    throw new RequestFailed(unreachable)
  })
  if (answer.status === 404) return undefined
  if (!answer.ok) throw new RequestFailed({ ...unreachable, status: answer.status })
  return new Uint8Array(await answer.arrayBuffer())
}

/** Two of the same second get different names. */
function unlike(names: Set<string>, name: string): string {
  let free = name
  for (let count = 2; names.has(free); count++) free = name.replace(/(\.\w+)$/, `-${count}$1`)
  names.add(free)
  return free
}
