/** Results of a job as files in a folder. */
import { existsSync, mkdirSync } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { type JobItem, type Silhouette, SilhouetteError } from '../../client/index.js'
import { partOf, removeStaleParts } from '../batch/parts.js'
import { photoNameIn } from '../batch/web-address.js'

export async function prepare(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await removeStaleParts([folder])
}

/** What became of a result here. */
export interface Kept {
  readonly file?: string
  readonly bytes?: number
  /** It had been fetched before. */
  readonly wasThere?: boolean
  /** Why there is none. */
  readonly refusal?: string
}

/** A result appears under its name once it is complete. */
export async function keep(
  client: Silhouette,
  item: JobItem,
  total: number,
  folder: string,
  signal: AbortSignal,
): Promise<Kept> {
  if (!item.result) return {}
  const file = path.join(folder, fileNameOf(item, item.result.url, total))
  if (existsSync(file)) return { file, wasThere: true }
  const part = partOf(file)
  try {
    const bytes = new Uint8Array(await (await client.download(item.result, { signal })).arrayBuffer())
    await writeFile(part, bytes)
    await rename(part, file)
    return { file, bytes: bytes.length }
  } catch (error) {
    if (!(error instanceof SilhouetteError) || error.status !== 404) throw error
    return { refusal: 'Its result is no longer there: it has expired or was deleted' }
  } finally {
    await rm(part, { force: true })
  }
}

/** `001-shoe.png`: places keep apart what is called the same, and neither address leads out of the folder. */
export function fileNameOf({ position, image_url }: JobItem, result: string, total: number): string {
  const place = String(position).padStart(Math.max(3, String(total).length), '0')
  const name = image_url === undefined ? '' : `-${path.parse(photoNameIn(image_url)).name}`
  const [, ending = '.bin'] = /(\.[a-z0-9]{2,4})$/i.exec(new URL(result).pathname) ?? []
  return `${place}${name.slice(0, 100)}${ending}`
}
