/**
 * The one use case: hold the credit → get the picture → run the job → keep the result → charge → answer.
 *
 * Whatever goes wrong on the way, the hold is released, no file stays behind and nothing is charged; also when the
 * client has gone before its answer was ready.
 */
import type { Clock } from '../clock.js'
import type { Database, Hold } from '../db/port.js'
import type { Place } from '../engine/port.js'
import { AppError } from '../errors.js'
import type { Job } from '../imaging/job.js'
import { randomToken } from '../random-ids.js'
import type { ObjectStore } from '../storage/port.js'
import type { SafeFetch } from './safe-fetch.js'
import type { Workspace } from './workspace.js'

export type ImageSource = { readonly file: string } | { readonly url: string; readonly parameter: string }

export interface ImageRequest {
  /** What stands in the ledger, e.g. `remove`. */
  readonly operation: string
  readonly price: number
  readonly accountId: string
  readonly keyId: string
  readonly source: ImageSource
  readonly job: Job
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal
}

export interface KeptResult {
  /** `<id>.<extension>`: the last part of the result's address. */
  readonly name: string
}

export type TimedStep = 'queue' | 'fetch' | 'decode' | 'infer' | 'compose' | 'encode' | 'store'

export interface ProcessImageParts {
  readonly db: Database
  readonly storage: ObjectStore
  readonly fetch: SafeFetch
  readonly workspace: Workspace
  readonly clock: Clock
  readonly resultTtlMs: number
  /** Longer than any request can take: after that a hold or an unpublished result belongs to nobody. */
  readonly holdLifeMs: number
  readonly observe: {
    step(step: TimedStep, milliseconds: number): void
    credits(event: 'charged' | 'released', amount: number): void
  }
}

export type ProcessImage = (request: ImageRequest, place: Place) => Promise<KeptResult>

export function createProcessImage(parts: ProcessImageParts): ProcessImage {
  return async (request, place) => {
    const hold = await holdCredit(parts, request)
    const input = parts.workspace.newPath()
    const output = parts.workspace.newPath()
    try {
      const file = await locatePicture(parts, request, input)
      const { outcome, queuedMs } = await place.run(request.job, { input: file, output }, request.signal)
      parts.observe.step('queue', queuedMs)
      for (const [step, ms] of Object.entries(outcome.timingsMs)) parts.observe.step(step as TimedStep, ms)
      return await keepAndCharge(parts, request, hold, output, outcome)
    } catch (error) {
      if (hold && (await parts.db.ledger.release(hold.id))) parts.observe.credits('released', hold.amount)
      throw error
    } finally {
      await parts.workspace.remove(input)
      await parts.workspace.remove(output)
    }
  }
}

async function holdCredit({ db, holdLifeMs }: ProcessImageParts, request: ImageRequest): Promise<Hold | undefined> {
  const { accountId, keyId, price } = request
  if (price === 0) return undefined
  const hold = await db.ledger.hold({ accountId, keyId, amount: price, lifeMs: holdLifeMs })
  if (hold) return hold
  const account = await db.accounts.findById(accountId)
  const available = account ? account.balance - account.held : 0
  const needs = price === 1 ? '1 credit' : `${price} credits`
  throw new AppError('no_credit', `This request needs ${needs}; ${available} available`)
}

async function locatePicture(parts: ProcessImageParts, request: ImageRequest, target: string): Promise<string> {
  const { source, signal } = request
  if ('file' in source) return source.file
  const startedAt = performance.now()
  const { path } = await parts.fetch.download(source.url, { path: target, parameter: source.parameter }, signal)
  parts.observe.step('fetch', performance.now() - startedAt)
  return path
}

async function keepAndCharge(
  parts: ProcessImageParts,
  request: ImageRequest,
  hold: Hold | undefined,
  file: string,
  made: { extension: string; contentType: string; bytes: number },
): Promise<KeptResult> {
  const { db, storage, clock, observe } = parts
  const { accountId, keyId, operation, signal } = request
  const startedAt = performance.now()
  const id = randomToken()
  const objectKey = `${id}.${made.extension}`
  // The row comes first: if we die before the result is public, the sweep knows which object to remove.
  await db.results.announce({
    id,
    accountId,
    keyId,
    operation,
    objectKey,
    contentType: made.contentType,
    bytes: made.bytes,
    expiresAt: clock() + parts.holdLifeMs,
  })
  try {
    await storage.put(objectKey, file, made.contentType)
    signal.throwIfAborted()
    const published = await db.results.publish(id, clock() + parts.resultTtlMs, hold?.id)
    if (!published) throw new AppError('internal', 'The result could not be kept', { cause: 'its hold has expired' })
  } catch (error) {
    await storage.delete([objectKey])
    await db.results.forget([id])
    throw error
  }
  observe.step('store', performance.now() - startedAt)
  if (hold) observe.credits('charged', hold.amount)
  return { name: objectKey }
}
