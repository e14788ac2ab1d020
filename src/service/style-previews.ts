/**
 * One small picture per style, made from the sample photo by the product itself, and kept. It is made while the workers
 * are idle (prepare-previews.ts), or when somebody asks for it first. Its name holds a hash of the recipe, so a changed
 * style gets a new picture. They are made one by one, so that a page that shows them all leaves room for paying requests.
 * Servers that share a store look there first, and put there what they make.
 */
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type StyleEntry, styleEntries } from '../catalog/styles.js'
import type { Engine } from '../engine/port.js'
import type { PortraitStyleJob } from '../imaging/job.js'
import { randomToken } from '../random-ids.js'
import type { ObjectStore } from '../storage/port.js'

export interface StylePreviews {
  nameOf(style: StyleEntry): string
  isMade(name: string): Promise<boolean>
  /** The file of that name, made now where it does not exist; undefined when no style has such a picture. */
  find(name: string): Promise<string | undefined>
}

export interface StylePreviewParts {
  readonly folder: string
  /** Where other servers find them, too. */
  readonly shared?: ObjectStore | undefined
  readonly sample: string
  readonly engine: Pick<Engine, 'admit'>
  /** Told when the shared store fails; the picture is made and shown all the same. */
  readonly onError: (error: unknown) => void
}

/** One person of the sample photo, head and shoulders. */
const PERSON = { left: 45, top: 292, width: 618, height: 795 }
const MAX_SIDE = 480
/** They are made for everybody, on no account. */
const NOBODY = ''
/** Raise it when the same recipes make different pictures. */
const VERSION = 1

export function createStylePreviews(parts: StylePreviewParts): StylePreviews {
  const { folder, shared, sample, engine, onError } = parts
  const running = new Map<string, Promise<string>>()
  let last: Promise<unknown> = Promise.resolve()
  const newPart = async (): Promise<string> => {
    await mkdir(folder, { recursive: true })
    return path.join(folder, `${randomToken()}.part`)
  }

  /** Whether the file is here, now at the latest. */
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

  const make = async ({ id }: StyleEntry, file: string): Promise<string> => {
    if (await isHere(file)) return file
    const part = await newPart()
    const job: PortraitStyleJob = {
      kind: 'portrait-style',
      style: id,
      strength: 100,
      maxSide: MAX_SIDE,
      format: 'jpg',
      crop: PERSON,
    }
    const slot = await engine.admit({ account: NOBODY, rank: 'small', kind: job.kind })
    try {
      await slot.run(job, { input: sample, output: part }, new AbortController().signal)
      await rename(part, file)
    } finally {
      slot.release()
      await rm(part, { force: true }) // left behind by a worker that was killed
    }
    if (shared) await share(shared, file).catch(tell(undefined))
    return file
  }

  return {
    nameOf,
    isMade: (name) => isHere(path.join(folder, name)),
    find: async (name) => {
      const style = styleEntries().find((candidate) => nameOf(candidate) === name)
      if (!style) return undefined
      const already = running.get(name)
      if (already) return already
      const turn = last.then(() => make(style, path.join(folder, name)))
      last = turn.catch(() => {})
      running.set(name, turn)
      return turn.finally(() => running.delete(name))
    },
  }
}

function nameOf({ id, steps, finish, crisp }: StyleEntry): string {
  const hash = createHash('sha256').update(JSON.stringify([VERSION, steps, finish, crisp]))
  return `${id}-${hash.digest('hex').slice(0, 12)}.jpg`
}

const exists = (file: string): Promise<boolean> =>
  access(file).then(
    () => true,
    () => false,
  )
