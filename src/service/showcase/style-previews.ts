/**
 * Small pictures of every style (sample-pictures.ts), made by the product itself, and kept. Each is made
 * while the workers are idle (prepare-previews.ts) or when it is first requested; one by one, so that a page that shows
 * them all leaves room for paying requests.
 *
 * Servers that share a store look there first, and put there what they make; a claim in the database, which ends with
 * its server at the latest, ensures that only one of them makes a missing picture.
 */
import { createWriteStream } from 'node:fs'
import { access, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { randomToken } from '../../base/random-ids.js'
import type { StyleEntry } from '../../catalog/styles.js'
import type { Database } from '../../db/port.js'
import type { Engine } from '../../engine/port.js'
import { type AskWorker, jobFor } from '../../imaging/style/prompt/order.js'
import type { ObjectStore } from '../../storage/port.js'
import type { Leases } from '../images/leases.js'
import { type SamplePicture, samplePictures, stylePicture } from './sample-pictures.js'

export interface StylePreviews {
  nameOf(style: StyleEntry): string
  /** In the order in which to make them. */
  names(): readonly string[]
  isMade(name: string): Promise<boolean>
  /** The file of that name, made now where it does not exist; undefined when there is no such picture. */
  find(name: string): Promise<string | undefined>
}

export interface StylePreviewParts {
  readonly folder: string
  /** Where other servers find them as well. */
  readonly shared?: ObjectStore | undefined
  readonly sample: string
  readonly engine: Pick<Engine, 'admit'>
  /** Where servers that share a store see what the others are making. */
  readonly db: Pick<Database, 'idempotencyRecords'>
  readonly leases: Pick<Leases, 'open'>
  /** Told when the shared store or the database fails; the picture is made and shown all the same. */
  readonly onError: (error: unknown) => void
  readonly lookEveryMs?: number
}

/** They belong to no account. */
const NO_ACCOUNT = ''
/** In place of an API key: no key has such an id. */
const CLAIMS = 'style previews'

export function createStylePreviews(parts: StylePreviewParts): StylePreviews {
  const { folder, shared, sample, engine, db, leases, onError, lookEveryMs = 1000 } = parts
  const running = new Map<string, Promise<string>>()
  let last: Promise<unknown> = Promise.resolve()
  const newPart = async (): Promise<string> => {
    await mkdir(folder, { recursive: true })
    return path.join(folder, `${randomToken()}.part`)
  }

  /** Whether the file is here, after taking it from the shared store if it is there. */
  const isHere = async (file: string): Promise<boolean> =>
    (await exists(file)) || (shared ? await takeOver(shared, file).catch(tell(false)) : false)

  const takeOver = async (from: ObjectStore, file: string): Promise<boolean> => {
    const picture = await from.read(path.basename(file))
    if (!picture) return false
    const part = await newPart()
    try {
      await pipeline(picture, createWriteStream(part))
      await rename(part, file)
    } finally {
      await rm(part, { force: true })
    }
    return true
  }

  const share = async (to: ObjectStore, file: string): Promise<void> => {
    const copy = await newPart()
    try {
      await copyFile(file, copy)
      await to.put(path.basename(file), copy, 'image/jpeg')
    } finally {
      await rm(copy, { force: true })
    }
  }

  const tell =
    <T>(instead: T) =>
    (error: unknown): T => {
      onError(error)
      return instead
    }

  /** Makes it unless another server does; false while another one does. */
  const alone = async (to: ObjectStore, file: string, picture: SamplePicture): Promise<boolean> => {
    const idempotencyKey = path.basename(file)
    const lease = leases.open()
    try {
      const claim = { keyId: CLAIMS, idempotencyKey, fingerprint: '', lease: lease.term() }
      const { state } = await db.idempotencyRecords.claim(claim).catch(tell({ state: 'first' }))
      if (state !== 'first') return false
      if (await isHere(file)) return true // made by the previous holder of the claim
      await make(picture, file)
      await share(to, file).catch(tell(undefined))
      return true
    } finally {
      await db.idempotencyRecords.abandon(CLAIMS, idempotencyKey, lease.owner).catch(onError)
      lease.end()
    }
  }

  const obtain = async (picture: SamplePicture, file: string): Promise<string> => {
    while (!(await isHere(file))) {
      if (!shared) await make(picture, file)
      else if (!(await alone(shared, file, picture))) await sleep(lookEveryMs, undefined, { ref: false })
    }
    return file
  }

  const make = async ({ job }: SamplePicture, file: string): Promise<void> => {
    const part = await newPart()
    const slot = await engine.admit({ account: NO_ACCOUNT, rank: 'small', kind: job.kind })
    try {
      const { signal } = new AbortController()
      const ask: AskWorker = async (reading) => (await slot.run(reading, {}, signal)).outcome
      await slot.run(await jobFor(job, ask), { input: sample, output: part }, signal)
      await rename(part, file)
    } finally {
      slot.release()
      await rm(part, { force: true }) // left behind by a worker that was killed
    }
  }

  return {
    nameOf: (style) => stylePicture(style).name,
    names: () => samplePictures().map(({ name }) => name),
    isMade: (name) => isHere(path.join(folder, name)),
    find: async (name) => {
      const picture = samplePictures().find((candidate) => candidate.name === name)
      if (!picture) return undefined
      const already = running.get(name)
      if (already) return already
      const turn = last.then(() => obtain(picture, path.join(folder, name)))
      last = turn.catch(() => {})
      running.set(name, turn)
      return turn.finally(() => running.delete(name))
    },
  }
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
