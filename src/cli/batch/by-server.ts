/**
 * Results from a server, through its API. The client keeps to the server's limits; here all requests of a batch pause
 * together when one is told to wait, and what concerns all photos (credits, key, server) ends the batch.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { AppError, type ErrorKind } from '../../base/errors.js'
import { Silhouette, SilhouetteError } from '../../client/index.js'
import { compatErrors } from '../../http/compat/errors.js'
import { v1Errors } from '../../http/v1/errors.js'
import { BatchStopped, type Made, type PictureOfSet, type Produce, type Producer } from './producer.js'
import type { ServerAccess } from './server-access.js'
import type { HaveMade, Way } from './server-picture.js'
import { pictureBytes } from './unpack.js'

/** The files of a photo, and what is known about them. */
export interface ServerAnswer extends Partial<Omit<Made, 'bytes' | 'set'>> {
  /** Or the ZIP of a set. */
  readonly picture: Blob
  readonly set?: readonly Pick<PictureOfSet, 'name' | 'warnings'>[]
  /** Of an ID photo, if one is wanted. */
  readonly sheet?: Blob
}

export type AskServer = (haveMade: HaveMade, photo: Blob) => Promise<ServerAnswer>

/** A batch has time: a server counts as away only after a minute without any answer. */
const PATIENCE = { retries: 10, maxWaitSeconds: 900 }

export function byServer(access: ServerAccess, way: Way, ask: AskServer, tell: (text: string) => void): Producer {
  let restUntil = 0
  const onRetry = ({ status }: SilhouetteError, waitMs: number): void => {
    restUntil = Math.max(restUntil, Date.now() + waitMs)
    tell(waitingFor(status))
  }
  const client = new Silhouette({ ...access, ...PATIENCE, onRetry })
  const produce: Produce = async ({ input, output, sheet: sheetFile }, signal) => {
    if (restUntil > Date.now()) await sleep(restUntil - Date.now(), undefined, { signal })
    try {
      const { picture, sheet, set: named, ...facts } = await ask(way(client, signal), new Blob([await readFile(input)]))
      const bytes = await bytesOf(picture)
      const set = named && (await measured(named, bytes, output))
      await writeFile(output, bytes)
      if (sheet && sheetFile !== undefined) await writeFile(sheetFile, await bytesOf(sheet))
      const { width, height } = set?.[0] ?? (await sizeOf(output, facts))
      return { width, height, ...facts, bytes: bytes.length, ...(set && { set }) }
    } catch (error) {
      throw error instanceof SilhouetteError ? inOurWords(error, client.server) : error
    }
  }
  return { ready: async () => produce, close: async () => {} }
}

const bytesOf = async (file: Blob): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer())

const waitingFor = (status: number): string => {
  if (status === 429) return 'The key has reached its rate limit; continuing when the server allows it'
  return status === 503 ? 'The server is busy; waiting' : 'The server cannot be reached; trying again'
}

/** One picture of the ZIP after the other, through the file that becomes the ZIP. */
async function measured(
  set: NonNullable<ServerAnswer['set']>,
  zip: Uint8Array,
  file: string,
): Promise<readonly PictureOfSet[]> {
  const pictures: PictureOfSet[] = []
  for (const [index, bytes] of pictureBytes(zip, set).entries()) {
    await writeFile(file, bytes)
    pictures.push({ ...set[index]!, ...(await sizeOf(file, {})), bytes: bytes.length })
  }
  return pictures
}

/** Not every answer has it. The image library is loaded on demand. */
async function sizeOf(file: string, { width, height }: Partial<Made>): Promise<Pick<Made, 'width' | 'height'>> {
  if (width !== undefined && height !== undefined) return { width, height }
  const { openPicture } = await import('../../imaging/codec/decode.js')
  const anySize = { pixels: Number.POSITIVE_INFINITY, minSide: 1, maxSide: Number.POSITIVE_INFINITY }
  const size = await openPicture(file, anySize)
  return { width: size.width, height: size.height }
}

/** The same kinds as errors on this machine. */
function inOurWords(error: SilhouetteError, server: string): AppError {
  const kind = kindOf(error)
  const forAll = sentenceForAll(error, server)
  if (forAll !== undefined) return new BatchStopped(kind, forAll, { cause: error })
  return new AppError(kind, error.message, { cause: error })
}

function kindOf({ code }: SilhouetteError): ErrorKind {
  const kinds = [...Object.entries(v1Errors), ...Object.entries(compatErrors)] as [
    ErrorKind,
    readonly [number, string],
  ][]
  return kinds.find(([, [, known]]) => known === code)?.[0] ?? 'internal'
}

const GO_ON = 'the same command then continues where this one stopped'

/** Undefined: it is about this photo. */
function sentenceForAll({ status, message }: SilhouetteError, server: string): string | undefined {
  switch (status) {
    case 402:
      return `Stopped: the account is out of credits. ${message}. Ask for more; ${GO_ON}`
    case 401:
    case 403:
      return `Stopped: ${server} does not accept the API key. ${message}`
    case 429:
    case 503:
      return `Stopped: ${server} does not accept more for now. ${message}. Try again later; ${GO_ON}`
    case 0:
      return `Stopped: ${message}. Check the address and the network; ${GO_ON}`
    default:
      return undefined
  }
}
