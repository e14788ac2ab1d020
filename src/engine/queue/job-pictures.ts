/** The pictures of one job on the machine that works on it: fetched, and what was made of them delivered. */
import { AppError } from '../../base/errors.js'
import type { Passage } from '../../base/passage.js'
import type { FilesOf, Job } from '../../imaging/job.js'
import { type FileName, isWritten, objectKey, type QueuedJob } from './messages.js'

/** The job was cancelled, or its server has given up. */
export class NotWanted extends Error {}

export interface JobPictures {
  /** Where they are on this machine. */
  readonly files: FilesOf<Job>
  /** They are fetched from the beginning; resolves when they are there. */
  fetched(): Promise<void>
  /** To the server, the way the photo came. */
  sendBack(): Promise<void>
  /** Where clients will find it. */
  keep(name: string, contentType: string): Promise<void>
  /** Nobody waits for any of them. */
  drop(): Promise<void>
  removeFiles(): Promise<void>
}

export interface PictureTools {
  readonly objects: Passage
  readonly files: { newPath(): string; remove(file: string): Promise<void> }
  /** Told when files or objects of a job could not be removed; a sweep does it later. */
  readonly onUntidy: (error: unknown) => void
}

export function picturesOf(jobId: string, data: QueuedJob, { objects, files, onUntidy }: PictureTools): JobPictures {
  const paths = new Map(data.files.map((name) => [name, files.newPath()]))
  const keyOf = (name: FileName): string => objectKey(jobId, name)
  const read = [...paths].filter(([name]) => !isWritten(name))
  const written = [...paths].filter(([name]) => isWritten(name))
  const fetching = Promise.all(read.map(([name, file]) => objects.download(keyOf(name), file).catch(storeAway)))
  fetching.catch(() => {}) // whoever needs them hears of it
  return {
    files: Object.fromEntries(paths) as FilesOf<Job>,
    fetched: async () => {
      if ((await fetching).includes(false)) throw new NotWanted('Its pictures have been deleted')
    },
    sendBack: async () => {
      for (const [name, file] of written) await objects.upload(keyOf(name), file).catch(storeAway)
    },
    keep: async (name, contentType) => {
      const output = paths.get('output')
      if (output !== undefined) await objects.keep(name, output, contentType).catch(storeAway)
    },
    drop: () => objects.delete(data.files.map(keyOf)).catch(onUntidy),
    removeFiles: async () => {
      await fetching.catch(() => {}) // by then nothing is written any more
      for (const file of paths.values()) await files.remove(file).catch(onUntidy)
    },
  }
}

function storeAway(cause: unknown): never {
  const message = 'A worker cannot reach the storage at the moment; please try again'
  throw new AppError('busy', message, { retryAfterSeconds: 5, cause })
}
