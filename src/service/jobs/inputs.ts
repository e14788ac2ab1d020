/** Uploaded photos of jobs, each with its background if it has one: kept in the object store until their image has ended. */
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { AppError } from '../../base/errors.js'
import { randomToken } from '../../base/random-ids.js'
import type { Database } from '../../db/port.js'
import type { ObjectStore } from '../../storage/port.js'
import { backgroundKeyOf, deleteInputs, INPUT_TYPE } from '../images/job-inputs.js'

export interface InputParts {
  readonly db: Pick<Database, 'jobs'>
  readonly uploads: ObjectStore
}

export interface InputFiles {
  readonly file: string
  readonly background?: string
}

/** Takes the files, and returns what they are called from now on. */
export async function keepInput(
  { uploads }: Pick<InputParts, 'uploads'>,
  { file, background }: InputFiles,
): Promise<string> {
  const key = randomToken()
  if (background !== undefined) await uploads.put(backgroundKeyOf(key), background, INPUT_TYPE)
  await uploads.put(key, file, INPUT_TYPE)
  return key
}

export async function fetchInput(
  { uploads }: Pick<InputParts, 'uploads'>,
  key: string,
  target: string,
): Promise<string> {
  const bytes = await uploads.read(key)
  if (!bytes) {
    const message = 'The uploaded image is no longer there; nothing was charged, please send it again'
    throw new AppError('invalid_request', message, { parameter: 'image_file' })
  }
  await pipeline(bytes, createWriteStream(target, { flags: 'wx', mode: 0o600 }))
  return target
}

/** At most so many; returns how many there were. */
export async function removeSpentInputs({ db, uploads }: InputParts, limit: number): Promise<number> {
  const keys = await db.jobs.spentInputs(limit)
  // The objects first: if the process dies in between, the row still names them, and deleting twice is no error.
  await deleteInputs(uploads, keys)
  await db.jobs.forgetInputs(keys)
  return keys.length
}
